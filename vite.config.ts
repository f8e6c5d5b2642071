import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

// Android System WebView 80 is the floor. One stylesheet and one entry script: on a slow link every request costs more than its bytes.
export default defineConfig({
  base: './',
  plugins: [react()],
  define: {
    __PACKAGE_NAME__: JSON.stringify(process.env.PACKAGE_NAME ?? 'ke.example.loan'),
    __APP_NAME__: JSON.stringify(process.env.APP_NAME ?? 'Example Loan'),
  },
  build: {
    target: 'chrome80',
    cssTarget: 'chrome80',
    cssCodeSplit: false,
    manifest: true,
    modulePreload: { polyfill: false },
    rollupOptions: { input: ['index.html', 'sandbox.html'] },
  },
});
