namespace Tools { class Text { public static void Trim() {} } }
