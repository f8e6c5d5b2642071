/**
 * Writes the form of every request and every answer as JSON Schema, from the types of the contract. Only this file uses the
 * programming interface of the compiler, which is not stable yet. Other code reads the written files.
 */
import { join } from 'node:path';
import { API, SymbolFlags, TypeFlags, type Checker, type Symbol as Name, type Type } from 'typescript/unstable/sync';
import { root } from '../lib/install.mjs';

export type Form = Readonly<Record<string, unknown>>;

/** A request, or the data of an answer. */
export type Part = 'requests' | 'answers';

/** Paths of the generated forms, relative to the root of the repository. */
export const FORMS_FILES: Readonly<Record<Part, string>> = {
  requests: 'docs/contract/requests.schema.json',
  answers: 'docs/contract/answers.schema.json',
};

const TITLES: Readonly<Record<Part, string>> = {
  requests: 'The payload of every request, by the name of its call',
  answers: 'The data of every successful answer, by the name of its call',
};

/** Names of the properties of the contract with the types. */
const TYPES: Readonly<Record<Part, string>> = { requests: 'request', answers: 'response' };

const CONTRACT = 'src/api/contract.ts';

/** Aliases of plain types that name a unit. */
const UNITS: Readonly<Record<string, Form>> = {
  Instant: { type: 'integer', format: 'instant' },
  Cents: { type: 'integer', format: 'cents' },
  CalendarDate: { type: 'string', format: 'date' },
};

const isOptional = ({ flags }: Name): boolean => (flags & SymbolFlags.Optional) !== 0;

/** Writes types as forms. A named type is written once, and other forms refer to it. */
function createWriter(checker: Checker) {
  const definitions: Record<string, Form> = {};
  const byName = new Map<string, number>();

  /** The unit of the alias in a property's declaration, which is read from the source: the type does not keep the alias. */
  function declaredUnit(property: Name): Form | null {
    const written = property.valueDeclaration?.resolve()?.getText() ?? property.declarations?.[0]?.resolve()?.getText() ?? '';
    const [, alias = '', nullable] = /:\s*(\w+)(\s*\|\s*null)?\s*[;,]?\s*$/.exec(written) ?? [];
    const unit = UNITS[alias];
    return unit === undefined ? null : nullable === undefined ? unit : { anyOf: [unit, { type: 'null' }] };
  }

  /** The form of a type: a reference if the type has a name in the sources. */
  function named(type: Type): Form {
    const name = type.getSymbol()?.name ?? '';
    const isOwn = /^[A-Z]\w*$/.test(name) && (byName.get(name) ?? type.id) === type.id;
    if (!isOwn) return object(type);
    if (!byName.has(name)) {
      // The name is stored first, so that a recursive type refers to itself.
      byName.set(name, type.id);
      definitions[name] = object(type);
    }
    return { $ref: `#/definitions/${name}` };
  }

  function object(type: Type): Form {
    const properties = checker.getPropertiesOfType(type);
    const [index] = checker.getIndexInfosOfType(type);
    return {
      type: 'object',
      properties: Object.fromEntries(properties.map((one) => [one.name, declaredUnit(one) ?? formOf(checker.getTypeOfSymbol(one))])),
      required: properties.filter((one) => !isOptional(one)).map(({ name }) => name),
      ...(index ? { additionalProperties: formOf(index.valueType) } : {}),
    };
  }

  function union(types: readonly Type[]): Form {
    // JSON has no undefined: an optional member is left out instead.
    const forms = types.filter(({ flags }) => !(flags & TypeFlags.Undefined)).map((one) => formOf(one));
    const constants = forms.filter((form) => 'const' in form).map((form) => form['const']);
    const others = forms.filter((form) => !('const' in form));
    if (constants.length === 2 && constants.every((one) => typeof one === 'boolean')) {
      const plain: Form = { type: 'boolean' };
      return others.length === 0 ? plain : { anyOf: [plain, ...others] };
    }
    const all = [...(constants.length > 0 ? [constants.length === 1 ? { const: constants[0] } : { enum: constants }] : []), ...others];
    return all.length === 1 ? (all[0] as Form) : { anyOf: all };
  }

  function formOf(type: Type | undefined): Form {
    if (!type) return {};
    const { flags } = type;
    if (flags & (TypeFlags.Any | TypeFlags.Unknown)) return {};
    if (flags & (TypeFlags.Null | TypeFlags.Void | TypeFlags.Undefined)) return { type: 'null' };
    if (type.isStringLiteralType() || type.isNumberLiteralType()) return { const: type.value };
    if (flags & TypeFlags.BooleanLiteral) return { const: checker.typeToString(type) === 'true' };
    if (flags & TypeFlags.Boolean) return { type: 'boolean' };
    if (type.isUnionType()) return union(type.getTypes());
    if (flags & (TypeFlags.String | TypeFlags.TemplateLiteral)) return { type: 'string' };
    if (flags & TypeFlags.Number) return { type: 'number' };
    if (checker.isTupleType(type) || checker.isArrayType(type) || checker.isArrayLikeType(type)) {
      const [of] = type.isTypeReference() ? checker.getTypeArguments(type) : [];
      return { type: 'array', items: formOf(of) };
    }
    return named(type);
  }
  return { formOf, definitions };
}

export interface Forms {
  definitions: Readonly<Record<string, Form>>;
  /** By name of its call. */
  calls: Readonly<Record<string, Form>>;
}

/** Writes all forms, which takes some seconds. */
export function writeForms(): Readonly<Record<Part, Forms>> {
  const api = new API({ cwd: root });
  try {
    const config = join(root, 'tsconfig.json');
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config);
    const file = project?.program.getSourceFile(join(root, CONTRACT));
    if (!project || !file) throw new Error(`${CONTRACT} is no part of the project.`);
    const { checker } = project;
    const module = checker.getSymbolAtLocation(file);
    const contract = module && checker.getExportsOfModule(module).find(({ name }) => name === 'contract');
    if (!contract) throw new Error(`${CONTRACT} exports no contract.`);
    const calls = checker.getPropertiesOfType(checker.getTypeOfSymbol(contract) as Type);
    const formsOf = (part: Part): Forms => {
      const { formOf, definitions } = createWriter(checker);
      const forms = calls.map((call) => {
        const types = checker.getPropertyOfType(checker.getTypeOfSymbol(call) as Type, 'types');
        const both = types && checker.getNonNullableType(checker.getTypeOfSymbol(types) as Type);
        const type = both && checker.getPropertyOfType(both, TYPES[part]);
        if (!type) throw new Error(`The call ${call.name} has no type of its ${TYPES[part]}.`);
        return [call.name, formOf(checker.getTypeOfSymbol(type))] as const;
      });
      return { definitions, calls: Object.fromEntries(forms) };
    };
    return { requests: formsOf('requests'), answers: formsOf('answers') };
  } finally {
    api.close();
  }
}

/** The text of a file of {@link FORMS_FILES}: a line for each type and each call. */
export function formsText(part: Part, { definitions, calls }: Forms): string {
  const lines = (of: Readonly<Record<string, Form>>): string =>
    Object.keys(of)
      .toSorted()
      .map((name) => `    ${JSON.stringify(name)}: ${JSON.stringify(of[name])}`)
      .join(',\n');
  return `{
  "$schema": "http://json-schema.org/draft-07/schema#",
  "title": ${JSON.stringify(TITLES[part])},
  "definitions": {
${lines(definitions)}
  },
  "calls": {
${lines(calls)}
  }
}
`;
}
