/** Icons of the inspector, on the same grid as those of the app. */
export const play = 'M8 5.4v13.2L18.6 12z';
export const pause = 'M8.4 5.6v12.8M15.6 5.6v12.8';
export const previous = 'M16.6 6v12L8 12zM6.4 6v12';
export const next = 'M7.4 6v12L16 12zM17.6 6v12';
export const search = 'M4.8 10.8a6 6 0 1 1 12 0 6 6 0 1 1-12 0M15.4 15.4 20 20';
export const server =
  'M5.8 4.6h12.4a1.8 1.8 0 0 1 1.8 1.8v2.4a1.8 1.8 0 0 1-1.8 1.8h-12.4a1.8 1.8 0 0 1-1.8-1.8v-2.4a1.8 1.8 0 0 1 1.8-1.8M5.8 13.4h12.4a1.8 1.8 0 0 1 1.8 1.8v2.4a1.8 1.8 0 0 1-1.8 1.8h-12.4a1.8 1.8 0 0 1-1.8-1.8v-2.4a1.8 1.8 0 0 1 1.8-1.8M7.6 7.6v0.01M7.6 16.4v0.01';
export const shell = 'M4 17.5V9.2M20 17.5V9.2M4 10.6c4 0 6-1.6 8-4.6 2 3 4 4.6 8 4.6M2.5 17.5h19';
export const download = 'M12 4.5v10.9M7.5 11l4.5 4.5 4.5-4.5M4.6 15.5V18a1.6 1.6 0 0 0 1.6 1.6h11.6a1.6 1.6 0 0 0 1.6-1.6v-2.5';
export const widen = 'M14.5 4.5h5v5M9.5 19.5h-5v-5M19 5l-5.6 5.6M5 19l5.6-5.6';
export const shrink = 'M19.2 10.2h-5.4V4.8M4.8 13.8h5.4v5.4M14 10l5.4-5.4M10 14l-5.4 5.4';
