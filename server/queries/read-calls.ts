import { dirname, join, relative } from 'node:path';
import ts from 'typescript';
import { evaluateSql } from './evaluate-sql.ts';

/** A call of `rows`, `first` or `change` in product code. */
export interface SqlCall {
  /** `FILE:LINE` below `server/src/`. */
  place: string;
  /** Possible texts of the statement; empty if they are only known at run time. */
  statements: string[];
  /** Properties of the declared row; undefined if the code reads no row. */
  row: Property[] | undefined;
}

/** A property of a row type. */
export interface Property {
  name: string;
  optional: boolean;
  nullable: boolean;
  /** Base type without null: `string`, `Date`, `number[]`, `object`, `any`, or several joined by ` | `. */
  kind: string;
}

const METHODS = new Set(['rows', 'first', 'change']);
const SERVER = join(import.meta.dirname, '..');
const SOURCE = join(SERVER, 'src');

/** Returns each call of an `Executor` in `server/src/`, outside tests. */
export function readCalls(): SqlCall[] {
  const file = join(SERVER, 'tsconfig.json');
  const config = ts.parseJsonConfigFileContent(
    ts.readConfigFile(file, ts.sys.readFile).config,
    ts.sys,
    dirname(file),
  );
  const names = config.fileNames.filter((name) => name.startsWith(SOURCE) && !name.endsWith('.test.ts'));
  const program = ts.createProgram(names, config.options);
  const nodes = names.flatMap((name) => listNodes(program.getSourceFile(name)));
  const checker = program.getTypeChecker();
  const calls = nodes.filter(ts.isCallExpression);
  const sources = { checker, calls, properties: nodes.filter(ts.isPropertyAssignment) };
  return calls
    .filter((call) => isExecutorCall(checker, call))
    .map((call) => ({
      place: placeOf(call),
      statements: call.arguments[0] ? evaluateSql(sources, call.arguments[0]) : [],
      row: readRow(checker, call),
    }));
}

function listNodes(file: ts.SourceFile | undefined): ts.Node[] {
  const nodes: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    nodes.push(node);
    ts.forEachChild(node, visit);
  };
  if (file) visit(file);
  return nodes;
}

function isExecutorCall(checker: ts.TypeChecker, call: ts.CallExpression): boolean {
  const { expression } = call;
  if (!ts.isPropertyAccessExpression(expression) || !METHODS.has(expression.name.text)) return false;
  const method = checker.getSymbolAtLocation(expression.name)?.valueDeclaration;
  return method?.getSourceFile().fileName === join(SOURCE, 'database/database.ts');
}

function placeOf(call: ts.CallExpression): string {
  const file = call.getSourceFile();
  const { line } = file.getLineAndCharacterOfPosition(call.getStart());
  return `${relative(SOURCE, file.fileName)}:${line + 1}`;
}

/** Returns the properties of `Row` after inference. */
function readRow(checker: ts.TypeChecker, call: ts.CallExpression): Property[] | undefined {
  let type = checker.getAwaitedType(checker.getTypeAtLocation(call));
  if (type && checker.isArrayType(type)) [type] = checker.getTypeArguments(type as ts.TypeReference);
  if (!type || type.flags & ts.TypeFlags.NumberLike) return undefined;
  const properties = checker.getPropertiesOfType(checker.getNonNullableType(type));
  return properties.length === 0
    ? undefined
    : properties.map((property) => {
        const parts = partsOf(checker.getTypeOfSymbol(property));
        return {
          name: property.name,
          optional: (property.flags & ts.SymbolFlags.Optional) !== 0,
          nullable: parts.some((part) => (part.flags & (EMPTY | ANYTHING)) !== 0),
          kind: kindOf(checker, parts),
        };
      });
}

const EMPTY = ts.TypeFlags.Null | ts.TypeFlags.Undefined;
const ANYTHING = ts.TypeFlags.Any | ts.TypeFlags.Unknown;

const partsOf = (type: ts.Type): readonly ts.Type[] => (type.isUnion() ? type.types : [type]);

function kindOf(checker: ts.TypeChecker, parts: readonly ts.Type[]): string {
  const kinds = parts
    .filter((part) => !(part.flags & EMPTY))
    .map((part) => {
      // A branded type is a base type with a mark.
      const flags = (part.isIntersection() ? part.types : [part]).reduce((all, { flags }) => all | flags, 0);
      if (flags & ANYTHING) return 'any';
      if (flags & ts.TypeFlags.StringLike) return 'string';
      if (flags & ts.TypeFlags.NumberLike) return 'number';
      if (flags & ts.TypeFlags.BooleanLike) return 'boolean';
      const name = part.getSymbol()?.name ?? '';
      if (name === 'Date') return name;
      if (name === 'Buffer' || name === 'Uint8Array') return 'Buffer';
      if (!checker.isArrayType(part)) return 'object';
      const [item] = checker.getTypeArguments(part as ts.TypeReference);
      return `${item ? kindOf(checker, partsOf(item)) : 'any'}[]`;
    });
  return [...new Set(kinds)].sort().join(' | ');
}
