int os_file(void);
