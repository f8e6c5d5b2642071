/** Short lists about the person and their home. The specification defines the entries, and not the texts in Spanish and Swahili. */
import { option, type Option } from '../options.ts';

export const genders: readonly Option[] = [option('1', 'Male', 'Hombre', 'Mwanamume'), option('2', 'Female', 'Mujer', 'Mwanamke')];

export const educations: readonly Option[] = [
  option('none', 'None', 'Ninguna', 'Hakuna'),
  option('primary', 'Primary', 'Primaria', 'Msingi'),
  option('secondary', 'Secondary', 'Secundaria', 'Sekondari'),
  option('graduate', 'Graduate', 'Licenciatura', 'Shahada ya kwanza'),
  option('postGraduate', 'Post-graduate', 'Posgrado', 'Shahada ya uzamili au zaidi'),
];

export const maritalStatuses: readonly Option[] = [
  option('single', 'Single', 'Soltero o soltera', 'Sijaoa au sijaolewa'),
  option('married', 'Married', 'Casado o casada', 'Nimeoa au nimeolewa'),
  option('divorced', 'Divorced', 'Divorciado o divorciada', 'Nimetalikiana'),
  option('widowed', 'Widowed', 'Viudo o viuda', 'Mjane au mgane'),
];

export const residenceTypes: readonly Option[] = [
  option('ownHouse', 'Own house', 'Casa propia', 'Nyumba yangu'),
  option('rented', 'Rented', 'Alquilada', 'Ya kupanga'),
  option('others', 'Other', 'Otra', 'Nyingine'),
];

export const relations: readonly Option[] = [
  option('colleagues', 'Colleague', 'Compañero o compañera de trabajo', 'Mfanyakazi mwenzangu'),
  option('classmates', 'Classmate', 'Compañero o compañera de estudios', 'Mwanafunzi mwenzangu'),
  option('parents', 'Parent', 'Padre o madre', 'Mzazi'),
  option('spouse', 'Spouse', 'Cónyuge', 'Mume au mke'),
  option('siblings', 'Sibling', 'Hermano o hermana', 'Ndugu'),
  option('child', 'Child', 'Hijo o hija', 'Mtoto'),
  option('friends', 'Friend', 'Amigo o amiga', 'Rafiki'),
  option('others', 'Other', 'Otro', 'Mwingine'),
];

export const loanPurposes: readonly Option[] = [
  option('family', 'Family function', 'Evento familiar', 'Shughuli ya familia'),
  option('travel', 'Vacation or travel', 'Vacaciones o viaje', 'Likizo au safari'),
  option('education', 'Education', 'Educación', 'Elimu'),
  option('health', 'Health', 'Salud', 'Afya'),
  option('other', 'Other personal use', 'Otro uso personal', 'Matumizi mengine ya kibinafsi'),
];

/** The specification has the field but no entries. */
export const religions: readonly Option[] = [
  option('christian', 'Christian', 'Cristiana', 'Ukristo'),
  option('muslim', 'Muslim', 'Musulmana', 'Uislamu'),
  option('hindu', 'Hindu', 'Hindú', 'Uhindu'),
  option('traditional', 'Traditional', 'Tradicional', 'Dini ya jadi'),
  option('other', 'Other', 'Otra', 'Dini nyingine'),
  option('none', 'None', 'Ninguna', 'Hakuna'),
];

export const spokenLanguages: readonly Option[] = [
  option('en', 'English', 'Inglés', 'Kiingereza'),
  option('es', 'Spanish', 'Español', 'Kihispania'),
  option('sw', 'Swahili', 'Suajili', 'Kiswahili'),
];
