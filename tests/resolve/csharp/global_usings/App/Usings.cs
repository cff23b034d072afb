global using Lib.FromFile;
