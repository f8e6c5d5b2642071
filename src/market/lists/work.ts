/**
 * Lists about work and income. The specification defines work types, job experience, pay frequency and methods, income sources
 * and salary brackets. Of industries and designations it gives only the number or the existence. The 16 industries are grouped
 * from the ISIC sections that Kenya's statistics bureau uses.
 */
import { option, type Option } from '../options.ts';

export const employmentTypes: readonly Option[] = [
  option('student', 'Student', 'Estudiante', 'Mwanafunzi'),
  option('employee', 'Employee', 'Empleado o empleada', 'Mwajiriwa'),
  option('selfEmployed', 'Self employed', 'Trabajo por cuenta propia', 'Nimejiajiri'),
  option('unemployed', 'Unemployed', 'Desempleado o desempleada', 'Sina ajira'),
  option('freelance', 'Freelance', 'Trabajo independiente por encargo', 'Kazi za kujitegemea'),
  option('partTime', 'Part time', 'Medio tiempo', 'Kazi ya muda'),
  option('noWork', 'No work', 'Sin trabajo', 'Sifanyi kazi'),
  option('others', 'Other', 'Otro', 'Nyingine'),
];

export const jobExperiences: readonly Option[] = [
  option('lessThan1', 'Less than 1 year', 'Menos de 1 año', 'Chini ya mwaka 1'),
  option('1-3', '1-3 years', '1 a 3 años', 'Miaka 1-3'),
  option('moreThan3', 'More than 3 years', 'Más de 3 años', 'Zaidi ya miaka 3'),
];

/**
 * Reading 21: the brackets are contiguous, so that 7,999 and 40,000 each belong to one. The blank after KSh is an ordinary one,
 * where a line may break, because a bracket is longer than an amount.
 */
export const salaryBrackets: readonly Option[] = [
  option('upTo7999', 'Up to KSh 7,999', 'Hasta KSh 7,999', 'Hadi KSh 7,999'),
  option('8000-14999', 'KSh 8,000 to 14,999', 'KSh 8,000 a 14,999', 'KSh 8,000 hadi 14,999'),
  option('15000-29999', 'KSh 15,000 to 29,999', 'KSh 15,000 a 29,999', 'KSh 15,000 hadi 29,999'),
  option('30000-39999', 'KSh 30,000 to 39,999', 'KSh 30,000 a 39,999', 'KSh 30,000 hadi 39,999'),
  option('from40000', 'KSh 40,000 and more', 'KSh 40,000 o más', 'KSh 40,000 na zaidi'),
];

/** The bracket of a monthly income in whole shillings. */
export const bracketOf = (income: number): string => {
  if (income < 8_000) return 'upTo7999';
  if (income < 15_000) return '8000-14999';
  if (income < 30_000) return '15000-29999';
  return income < 40_000 ? '30000-39999' : 'from40000';
};

/** Reading 22: the ids stay as specified; the labels state the actual interval. */
export const payFrequencies: readonly Option[] = [
  option('weekly', 'Every week', 'Cada semana', 'Kila wiki'),
  option('fourteen', 'Every 14 days', 'Cada 14 días', 'Kila siku 14'),
  option('monthly', 'Every month', 'Cada mes', 'Kila mwezi'),
  option('biweekly', 'Twice a month', 'Dos veces al mes', 'Mara mbili kwa mwezi'),
];

export const weekdays: readonly Option[] = [
  option('1', 'Monday', 'Lunes', 'Jumatatu'),
  option('2', 'Tuesday', 'Martes', 'Jumanne'),
  option('3', 'Wednesday', 'Miércoles', 'Jumatano'),
  option('4', 'Thursday', 'Jueves', 'Alhamisi'),
  option('5', 'Friday', 'Viernes', 'Ijumaa'),
  option('6', 'Saturday', 'Sábado', 'Jumamosi'),
  option('7', 'Sunday', 'Domingo', 'Jumapili'),
];

export const payMethods: readonly Option[] = [
  option('cheque', 'Cheque', 'Cheque', 'Hundi'),
  option('cash', 'Cash', 'Efectivo', 'Pesa taslimu'),
  option('bankTransfer', 'Bank transfer', 'Transferencia bancaria', 'Uhamisho wa benki'),
];

export const incomeSources: readonly Option[] = [
  option('ownself', 'My own', 'Propio', 'Yangu mwenyewe'),
  option('father', 'Father', 'Padre', 'Baba'),
  option('mother', 'Mother', 'Madre', 'Mama'),
  option('sibling', 'Sibling', 'Hermano o hermana', 'Ndugu'),
  option('otherFamily', 'Other family', 'Otro familiar', 'Jamaa mwingine'),
];

export const industries: readonly Option[] = [
  option('1', 'Agriculture, livestock and fishing', 'Agricultura, ganadería y pesca', 'Kilimo, mifugo na uvuvi'),
  option('2', 'Mining and quarrying', 'Minería y canteras', 'Uchimbaji madini na machimbo'),
  option('3', 'Manufacturing and jua kali', 'Industria y talleres (jua kali)', 'Viwanda na jua kali'),
  option('4', 'Energy, water and waste', 'Energía, agua y residuos', 'Nishati, maji na taka'),
  option('5', 'Construction and real estate', 'Construcción e inmuebles', 'Ujenzi na mali isiyohamishika'),
  option('6', 'Wholesale and retail trade', 'Comercio mayorista y minorista', 'Biashara ya jumla na rejareja'),
  option('7', 'Transport, boda boda and logistics', 'Transporte, boda boda y logística', 'Usafiri, boda boda na usafirishaji'),
  option('8', 'Hotels, food and tourism', 'Hoteles, comida y turismo', 'Hoteli, chakula na utalii'),
  option('9', 'ICT and telecommunications', 'Informática y telecomunicaciones', 'TEHAMA na mawasiliano'),
  option('10', 'Banking, insurance and finance', 'Banca, seguros y finanzas', 'Benki, bima na fedha'),
  option('11', 'Education and training', 'Educación y capacitación', 'Elimu na mafunzo'),
  option('12', 'Health and social care', 'Salud y asistencia social', 'Afya na huduma za jamii'),
  option('13', 'Government and public service', 'Gobierno y servicio público', 'Serikali na utumishi wa umma'),
  option('14', 'Security and domestic services', 'Seguridad y servicio doméstico', 'Ulinzi na kazi za nyumbani'),
  option('15', 'Media, arts and sport', 'Medios, arte y deporte', 'Vyombo vya habari, sanaa na michezo'),
  option('16', 'NGO, religious and other services', 'ONG, religión y otros servicios', 'Mashirika, dini na huduma nyingine'),
];

export const designations: readonly Option[] = [
  option('1', 'Manager or executive', 'Gerente o directivo', 'Meneja au mkurugenzi'),
  option('2', 'Supervisor or team leader', 'Supervisor o jefe de equipo', 'Msimamizi au kiongozi wa timu'),
  option(
    '3',
    'Professional (accountant, engineer, lawyer)',
    'Profesional (contador, ingeniero, abogado)',
    'Mtaalamu (mhasibu, mhandisi, wakili)',
  ),
  option('4', 'Teacher or lecturer', 'Docente o profesor', 'Mwalimu au mhadhiri'),
  option('5', 'Doctor, nurse or clinical officer', 'Médico, enfermero o auxiliar clínico', 'Daktari, muuguzi au afisa wa kliniki'),
  option('6', 'Civil servant or county officer', 'Funcionario público', 'Mtumishi wa umma au afisa wa kaunti'),
  option('7', 'Police, military or security guard', 'Policía, militar o vigilante', 'Polisi, mwanajeshi au mlinzi'),
  option('8', 'Office clerk or administrator', 'Oficinista o administrador', 'Karani au msimamizi wa ofisi'),
  option('9', 'Sales, marketing or customer care', 'Ventas, mercadeo o atención al cliente', 'Mauzo, masoko au huduma kwa wateja'),
  option('10', 'Cashier or bank teller', 'Cajero', 'Keshia au mhudumu wa benki'),
  option('11', 'IT or technical staff', 'Informática o personal técnico', 'Mtaalamu wa TEHAMA au fundi mitambo'),
  option('12', 'Technician or artisan (fundi)', 'Técnico o artesano (fundi)', 'Fundi'),
  option('13', 'Driver or rider', 'Conductor o motociclista', 'Dereva au mwendesha boda'),
  option('14', 'Factory or construction worker', 'Obrero de fábrica o construcción', 'Mfanyakazi wa kiwanda au ujenzi'),
  option('15', 'Farmer or farm worker', 'Agricultor o trabajador agrícola', 'Mkulima au mfanyakazi wa shamba'),
  option('16', 'Hotel, restaurant or salon worker', 'Empleado de hotel, restaurante o salón', 'Mfanyakazi wa hoteli, mkahawa au saluni'),
  option('17', 'House help, cleaner or caretaker', 'Empleado doméstico, limpieza o conserje', 'Msaidizi wa nyumba, msafishaji au mtunzaji'),
  option('18', 'Trader or business owner', 'Comerciante o dueño de negocio', 'Mfanyabiashara'),
  option('19', 'Intern or trainee', 'Practicante o aprendiz', 'Mwanagenzi au mwanafunzi wa kazi'),
  option('20', 'Other', 'Otro', 'Nyingine'),
];
