/** For the page that offers the languages: brings the first texts of all of them, so that a choice needs no network. The build fills it in. */
export {};
