int os_time(void);
