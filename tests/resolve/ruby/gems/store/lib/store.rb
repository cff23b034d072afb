module Store
  module Persisted
    def keep; end
  end

  class Record
    def save; end

    def self.table; end
  end
end
