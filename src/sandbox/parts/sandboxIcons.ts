/** Icons that only this page uses, on the grid of `src/ui/icon/primaryIcons.ts`. */
export const wallet =
  'M4 7.4A2.4 2.4 0 0 1 6.4 5h10.2A2.4 2.4 0 0 1 19 7.4V8M4 7.4v9.2A2.4 2.4 0 0 0 6.4 19h11.2a2.4 2.4 0 0 0 2.4-2.4v-6.2A2.4 2.4 0 0 0 17.6 8H6.4M16 13.4v0.01';
export const desk = 'M4 9.6h16M6 9.6v9.4M18 9.6v9.4M8.6 9.6V6.4A1.4 1.4 0 0 1 10 5h4a1.4 1.4 0 0 1 1.4 1.4v3.2M9.6 14h4.8';
export const rail = 'M7 4.6v10.8M3.8 8 7 4.6 10.2 8M17 19.4V8.6M13.8 16l3.2 3.4 3.2-3.4';
export const logOut = 'M10.4 4.6H6.6a2 2 0 0 0-2 2v10.8a2 2 0 0 0 2 2h3.8M10 12h9.6M15.8 7.8l4.2 4.2-4.2 4.2';
export const log =
  'M6.4 4.6h11.2a1.4 1.4 0 0 1 1.4 1.4v12a1.4 1.4 0 0 1-1.4 1.4H6.4A1.4 1.4 0 0 1 5 18V6a1.4 1.4 0 0 1 1.4-1.4M8.4 9h7.2M8.4 12h7.2M8.4 15h4.4';
