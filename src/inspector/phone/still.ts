/** Imported first by a preview, so that the preview takes no focus from the inspector. */

// Screens move the focus when they change. While a person steps, the focus must stay in the inspector.
HTMLElement.prototype.focus = () => undefined;
// A modal dialog would take the focus even in an inert frame, so sheets are opened non-modally.
HTMLDialogElement.prototype.showModal = function show() {
  this.open = true;
};
