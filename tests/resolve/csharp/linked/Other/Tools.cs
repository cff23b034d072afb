namespace Tools { class Guard { public static void Check() {} } class Text { public static void Trim() {} } }
