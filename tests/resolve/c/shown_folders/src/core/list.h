int list(void);
