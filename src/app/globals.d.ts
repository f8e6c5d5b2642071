/** Replaced by the bundler. */
declare const __PACKAGE_NAME__: string;
declare const __APP_NAME__: string;
