int once(void);
