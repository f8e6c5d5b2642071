/** Made by `scripts/build/chartLayouts.ts`. */
declare module 'virtual:chart-layouts' {
  const layouts: import('./layout.ts').ChartLayouts;
  export default layouts;
}
