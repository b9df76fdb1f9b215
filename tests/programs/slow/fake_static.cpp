// A program that is linked statically, so that no shim can be loaded into it.
int main() {}
