/** Rules as yup schemas, with which Formik validates. A rule sees all values of its form, as the parent of its own. */
import { object, string } from 'yup';
import type { Values } from '#machines/model/application.ts';

/** @param messageOf why the field is wrong among these values; null: it is not. Asked about empty values too. */
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
