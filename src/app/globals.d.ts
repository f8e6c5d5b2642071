/** Written into the bundle when it is built. */
declare const __PACKAGE_NAME__: string;
declare const __APP_NAME__: string;
