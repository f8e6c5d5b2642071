import { createApp } from 'vue';
import { createI18n } from 'vue-i18n';
import { createRouter, createWebHashHistory } from 'vue-router';
import texts from 'virtual:texts';
import App from './App.vue';
import '../../shared/page.css';

const router = createRouter({
  history: createWebHashHistory(),
  routes: [
    { path: '/', component: () => import('./Home.vue') },
    { path: '/sign-in', component: () => import('./SignIn.vue') },
    { path: '/personal', component: () => import('./Personal.vue') },
    { path: '/pay', component: () => import('./Pay.vue') },
  ],
});
createApp(App)
  .use(router)
  .use(createI18n({ legacy: false, locale: 'en', messages: texts }))
  .mount('#app');
