import i18n from 'i18next';
import { lazy, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { initReactI18next } from 'react-i18next';
import { createHashRouter, RouterProvider } from 'react-router';
import texts from 'virtual:texts';
import '../../shared/page.css';

const resources = Object.fromEntries(Object.entries(texts).map(([language, translation]) => [language, { translation }]));
await i18n.use(initReactI18next).init({ lng: 'en', resources });
const Home = lazy(() => import('./Home.jsx'));
const SignIn = lazy(() => import('./SignIn.jsx'));
const Personal = lazy(() => import('./Personal.jsx'));
const Pay = lazy(() => import('./Pay.jsx'));
const router = createHashRouter([
  { path: '/', element: <Home /> },
  { path: '/sign-in', element: <SignIn /> },
  { path: '/personal', element: <Personal /> },
  { path: '/pay', element: <Pay /> },
]);
createRoot(document.getElementById('root')).render(
  <Suspense fallback={null}>
    <RouterProvider router={router} />
  </Suspense>,
);
