int opendir_(void);
