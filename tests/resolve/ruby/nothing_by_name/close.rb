class Repo
  def close; end
  def describe; end
end
def f(unknown, socket = nil)
  unknown.close                  # -> nothing
  socket.close                   # -> nothing
  close                          # -> nothing
  other.close                    # -> nothing
  File.open("x").close           # -> nothing
  [unknown].each(&:close)        # -> nothing
end
describe "x" do                  # -> nothing
end
