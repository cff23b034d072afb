CREATE TABLE public.shops (id int);
