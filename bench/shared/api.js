/** Calls as such an app makes them: axios, and a body encrypted with a key that is in the page. */
import axios from 'axios';
import CryptoJS from 'crypto-js';

const KEY = CryptoJS.enc.Utf8.parse('0123456789abcdef');
const http = axios.create({ baseURL: '/api', timeout: 30_000 });
http.interceptors.request.use((request) => {
  const token = localStorage.getItem('token');
  if (token) request.headers.set('authorization', token);
  if (request.data) {
    const text = JSON.stringify(request.data);
    request.data = {
      d: CryptoJS.AES.encrypt(text, KEY, { mode: CryptoJS.mode.ECB, padding: CryptoJS.pad.Pkcs7 }).toString(),
      sign: CryptoJS.MD5(text).toString(),
    };
  }
  return request;
});

export const post = (path, data) => http.post(path, data).then(({ data }) => data);

export const OPTIONS = {
  gender: ['Female', 'Male'],
  education: ['None', 'Primary', 'Secondary', 'College', 'University'],
  marital: ['Single', 'Married', 'Divorced', 'Widowed'],
  homeType: ['Owned', 'Rented', 'With family', 'From the employer'],
  province: ['Nairobi', 'Central', 'Coast', 'Eastern', 'Nyanza', 'Rift Valley', 'Western', 'North Eastern'],
  district: ['Nairobi'],
};

/** Names of the fields of the personal form in order; those from `education` to `email` appear with a date of birth. */
export const ABOUT = [
  { name: 'firstName', kind: 'text', required: true },
  { name: 'middleName', kind: 'text' },
  { name: 'lastName', kind: 'text', required: true },
  { name: 'gender', kind: 'pick', required: true },
  { name: 'dob', kind: 'date', required: true },
  { name: 'education', kind: 'pick', required: true, later: true },
  { name: 'marital', kind: 'pick', required: true, later: true },
  { name: 'idNumber', kind: 'digits', required: true, later: true, pattern: /^\d{7,8}$/ },
  { name: 'whatsapp', kind: 'digits', required: true, later: true },
  { name: 'spare', kind: 'digits', later: true },
  { name: 'email', kind: 'text', required: true, later: true, pattern: /@/ },
];
export const WHERE = [
  { name: 'homeType', kind: 'pick', required: true },
  { name: 'province', kind: 'pick', required: true },
  { name: 'district', kind: 'pick', required: true },
  { name: 'address', kind: 'text', required: true },
];
