/**
 * Icons that home shows, as SVG paths on a 24 by 24 grid. They are in the first paint; the others are in
 * `secondaryIcons.ts`.
 */
export const alert = 'M12 4.2 21 19.6H3zM12 10v4.4M12 17.1v0.01';
export const back = 'M19.5 12H5M11 5.5 4.5 12l6.5 6.5';
export const calendar =
  'M6.4 5.6h11.2a2.4 2.4 0 0 1 2.4 2.4v9.8a2.4 2.4 0 0 1-2.4 2.4h-11.2a2.4 2.4 0 0 1-2.4-2.4v-9.8a2.4 2.4 0 0 1 2.4-2.4M4 10.2h16M8.4 3.6v3.8M15.6 3.6v3.8';
export const chat = 'M5.6 4.6h12.8a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2h-7L7 20.2v-3.6H5.6a2 2 0 0 1-2-2v-8a2 2 0 0 1 2-2zM8 9.2h8M8 12.4h5';
export const check = 'm5 12.6 4.6 4.6L19 7.4';
export const chevron = 'm9.5 5.5 6.5 6.5-6.5 6.5';
export const clock = 'M3.4 12a8.6 8.6 0 1 1 17.2 0 8.6 8.6 0 1 1-17.2 0M12 7.2V12l3.2 2';
export const close = 'm6 6 12 12M18 6 6 18';
export const error = 'M3.4 12a8.6 8.6 0 1 1 17.2 0 8.6 8.6 0 1 1-17.2 0M12 7.8v5M12 16.1v0.01';
export const help =
  'M3.4 12a8.6 8.6 0 1 1 17.2 0 8.6 8.6 0 1 1-17.2 0M9.6 9.8c0-1.4 1-2.3 2.4-2.3s2.40.9 2.4 2.1c0 1.9-2.4 1.9-2.4 3.9M12 16.6v0.01';
export const home = 'M4 11.2 12 4.5l8 6.7V19a1 1 0 0 1-1 1h-4.6v-5.4H9.6V20H5a1 1 0 0 1-1-1z';
export const info = 'M3.4 12a8.6 8.6 0 1 1 17.2 0 8.6 8.6 0 1 1-17.2 0M12 11.2v5M12 7.9v0.01';
export const me = 'M8.1 8.2a3.9 3.9 0 1 1 7.8 0 3.9 3.9 0 1 1-7.8 0M4.6 20c0.9-3.6 3.8-5.6 7.4-5.6s6.5 2 7.4 5.6';
export const offline =
  'M3.5 9a13 13 0 0 1 4-2.5M20.5 9a13 13 0 0 0-8.3-3.4M6.6 12.6a8.5 8.5 0 0 1 3-1.8M17.4 12.6a8.5 8.5 0 0 0-2-1.4M9.8 16a4 4 0 0 1 4.4 0M12 19v0.01M4.5 4.5l15 15';
export const phone =
  'M9.4 2.8h5.2a2.4 2.4 0 0 1 2.4 2.4v13.6a2.4 2.4 0 0 1-2.4 2.4h-5.2a2.4 2.4 0 0 1-2.4-2.4v-13.6a2.4 2.4 0 0 1 2.4-2.4M10.8 18h2.4';
export const receipt = 'M6 3.8h12v16.4l-2-1.3-2 1.3-2-1.3-2 1.3-2-1.3-2 1.3zM9 12l2 2 4-4.2';
export const records = 'M6 3.8h12v16.4l-2-1.3-2 1.3-2-1.3-2 1.3-2-1.3-2 1.3zM9 8.6h6M9 12.4h6';
export const upload = 'M12 15.5V4.6M7.5 9 12 4.5 16.5 9M4.6 15.5V18a1.6 1.6 0 0 0 1.6 1.6h11.6a1.6 1.6 0 0 0 1.6-1.6v-2.5';
