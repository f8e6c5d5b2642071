/** Rules as yup schemas, with which Formik validates. A rule receives all values of the form. */
import { object, string } from 'yup';
import type { Values } from '#machines/model/application.ts';

/** @param messageOf the error of a field among these values; null: none. Called for empty values too. */
export const schemaOf = <Name extends string>(names: readonly Name[], messageOf: (name: Name, values: Values) => string | null) =>
  object(
    Object.fromEntries(
      names.map((name) => [
        name,
        string().test(name, (_value, test) => {
          const message = messageOf(name, test.parent);
          return message === null || test.createError({ message });
        }),
      ]),
    ),
  );
