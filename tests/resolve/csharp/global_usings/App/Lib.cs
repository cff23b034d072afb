namespace Lib.FromProject { class One { public void Go() { } } }
namespace Lib.FromProps { class Two { public void Go() { } } }
namespace Lib.FromFile { class Three { public void Go() { } } }
namespace Lib { static class Helpers { public static void Help() { } } }
