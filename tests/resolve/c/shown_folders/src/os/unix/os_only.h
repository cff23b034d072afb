int os_only(void);
