int demo_start(void);
int demo_both(void);
#ifdef _WIN32
int demo_path(int windows);
#else
int demo_path(void);
#endif
