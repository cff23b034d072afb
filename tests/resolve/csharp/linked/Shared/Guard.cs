namespace Tools { class Guard { public static void Check() {} } }
