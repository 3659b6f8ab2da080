import ts from 'typescript';

/** Product code and its types. */
export interface Sources {
  checker: ts.TypeChecker;
  calls: readonly ts.CallExpression[];
  /** Properties of object literals. */
  properties: readonly ts.PropertyAssignment[];
}

/** Possible values of the parameters of called functions; undefined if they are only known at run time. */
type Scope = ReadonlyMap<ts.Node, readonly Value[] | undefined>;

/** Undefined for an argument that a call omits. */
type Value = string | number | undefined;

/** Function whose result is its body or its only return. */
type Evaluable = ts.ArrowFunction | ts.FunctionDeclaration;

/** Combinations per statement; more indicate values from run time. */
const COMBINATIONS = 64;

/** Returns all texts that an expression of constants can have; none if one part is only known at run time. */
export function evaluateSql(sources: Sources, expression: ts.Expression): string[] {
  const values = new Evaluation(sources).read(expression, new Map()) ?? [];
  return [...new Set(values.map(String))];
}

class Evaluation {
  readonly #sources: Sources;
  readonly #checker: ts.TypeChecker;
  /** Functions and constants in progress, against recursion. */
  readonly #open = new Set<ts.Node>();

  constructor(sources: Sources) {
    this.#sources = sources;
    this.#checker = sources.checker;
  }

  read(node: ts.Expression, scope: Scope): readonly Value[] | undefined {
    if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isSatisfiesExpression(node))
      return this.read(node.expression, scope);
    if (ts.isStringLiteralLike(node)) return [node.text];
    if (ts.isNumericLiteral(node)) return [Number(node.text)];
    if (ts.isTemplateExpression(node)) return this.#readTemplate(node, scope);
    if (ts.isBinaryExpression(node)) return this.#readBinary(node, scope);
    if (ts.isConditionalExpression(node)) return this.#readConditional(node, scope);
    return this.#readReference(node, scope) ?? this.#readLiteralType(node);
  }

  #readTemplate(node: ts.TemplateExpression, scope: Scope): readonly Value[] | undefined {
    let texts: readonly Value[] | undefined = [node.head.text];
    for (const { expression, literal } of node.templateSpans)
      texts = combine(
        texts,
        this.read(expression, scope),
        (before, value) => `${before}${value}${literal.text}`,
      );
    return texts;
  }

  /** Returns the values of both branches if the condition is only known at run time. */
  #readConditional(node: ts.ConditionalExpression, scope: Scope): readonly Value[] | undefined {
    const conditions = new Set(this.read(node.condition, scope)?.map(Boolean) ?? [true, false]);
    return unite([
      ...(conditions.has(true) ? [this.read(node.whenTrue, scope)] : []),
      ...(conditions.has(false) ? [this.read(node.whenFalse, scope)] : []),
    ]);
  }

  #readBinary(node: ts.BinaryExpression, scope: Scope): readonly Value[] | undefined {
    const calculate = CALCULATIONS.get(node.operatorToken.kind);
    return calculate && combine(this.read(node.left, scope), this.read(node.right, scope), calculate);
  }

  /** The compiler computes types such as `30` and `'asc' | 'desc'`. */
  #readLiteralType(node: ts.Expression): Value[] | undefined {
    const type = this.#checker.getTypeAtLocation(node);
    const types = type.isUnion() ? type.types : [type];
    const values = types.flatMap((part) =>
      part.isStringLiteral() || part.isNumberLiteral() ? [part.value] : [],
    );
    return values.length === types.length ? values : undefined;
  }

  #readReference(node: ts.Expression, scope: Scope): readonly Value[] | undefined {
    if (ts.isCallExpression(node)) return this.#readCall(node, scope);
    if (ts.isElementAccessExpression(node)) return this.#readElement(node, scope);
    if (!ts.isIdentifier(node) && !ts.isPropertyAccessExpression(node)) return undefined;
    const declaration = this.#declarationOf(node);
    if (!declaration) return undefined;
    if (scope.has(declaration)) return scope.get(declaration);
    if (ts.isParameter(declaration)) return this.#readArguments(declaration);
    const values = ts.isPropertySignature(declaration)
      ? this.#listAssigned(declaration)
      : valuesOf(declaration);
    return values && unite(values.map((value) => this.#once(declaration, value, scope)));
  }

  /** Returns the values of all properties: the key is only known at run time. */
  #readElement(node: ts.ElementAccessExpression, scope: Scope): readonly Value[] | undefined {
    const declaration = ts.isIdentifier(node.expression) && this.#declarationOf(node.expression);
    const [table] = (declaration && valuesOf(declaration)) || [];
    if (!table || !ts.isObjectLiteralExpression(table)) return undefined;
    return unite(
      table.properties.map((property) =>
        ts.isPropertyAssignment(property) ? this.read(property.initializer, scope) : undefined,
      ),
    );
  }

  /** Returns the values that the callers of a function pass. */
  #readArguments(parameter: ts.ParameterDeclaration): readonly Value[] | undefined {
    const { parent } = parameter;
    const index = parent.parameters.indexOf(parameter);
    const named = ts.isArrowFunction(parent) ? parent.parent : parent;
    if (!('name' in named) || this.#open.has(parameter)) return undefined;
    const name = (named.name as ts.Node).getText();
    const calls = this.#sources.calls.filter(
      (call) =>
        ts.isIdentifier(call.expression) &&
        call.expression.text === name &&
        this.#checker.getResolvedSignature(call)?.declaration === parent,
    );
    const given = calls.flatMap((call) => call.arguments[index] ?? []);
    this.#open.add(parameter);
    const values = [...given, ...(parameter.initializer ? [parameter.initializer] : [])].map((value) =>
      this.read(value, new Map()),
    );
    this.#open.delete(parameter);
    return unite(values);
  }

  /** Returns the values that object literals give a property of their interface. */
  #listAssigned(property: ts.PropertySignature): ts.Expression[] {
    const name = property.name.getText();
    return this.#sources.properties
      .filter((assignment) => {
        const type = assignment.name.getText() === name && this.#checker.getContextualType(assignment.parent);
        return (
          type && this.#checker.getNonNullableType(type).getProperty(name)?.valueDeclaration === property
        );
      })
      .map(({ initializer }) => initializer);
  }

  #readCall(node: ts.CallExpression, scope: Scope): readonly Value[] | undefined {
    const { expression, arguments: given } = node;
    if (ts.isPropertyAccessExpression(expression) && expression.name.text === 'replaceAll')
      return this.#replace([expression.expression, ...given], scope);
    const called = this.#checker.getResolvedSignature(node)?.declaration;
    if (!called || !isEvaluable(called)) return undefined;
    const inner = new Map(scope);
    for (const [index, parameter] of called.parameters.entries()) {
      const argument = given[index] ?? parameter.initializer;
      inner.set(parameter, argument ? this.read(argument, scope) : [undefined]);
    }
    const result = resultOf(called);
    return result && this.#once(called, result, inner);
  }

  #replace(parts: readonly ts.Expression[], scope: Scope): string[] | undefined {
    const [text, from, to] = parts.map((part) => this.read(part, scope));
    if (!text || from?.length !== 1 || to?.length !== 1) return undefined;
    return text.map((value) => String(value).replaceAll(String(from[0]), String(to[0])));
  }

  #once(owner: ts.Node, node: ts.Expression, scope: Scope): readonly Value[] | undefined {
    if (this.#open.has(owner)) return undefined;
    this.#open.add(owner);
    const values = this.read(node, scope);
    this.#open.delete(owner);
    return values;
  }

  #declarationOf(node: ts.Identifier | ts.PropertyAccessExpression): ts.Declaration | undefined {
    const symbol = this.#checker.getSymbolAtLocation(ts.isIdentifier(node) ? node : node.name);
    const imported = symbol && (symbol.flags & ts.SymbolFlags.Alias) !== 0;
    return (imported ? this.#checker.getAliasedSymbol(symbol) : symbol)?.valueDeclaration;
  }
}

const CALCULATIONS = new Map<ts.SyntaxKind, (left: Value, right: Value) => Value>([
  [
    ts.SyntaxKind.PlusToken,
    (left, right) =>
      typeof left === 'number' && typeof right === 'number' ? left + right : `${left}${right}`,
  ],
  [ts.SyntaxKind.MinusToken, (left, right) => Number(left) - Number(right)],
  [ts.SyntaxKind.AsteriskToken, (left, right) => Number(left) * Number(right)],
  [ts.SyntaxKind.SlashToken, (left, right) => Number(left) / Number(right)],
]);

/** Returns the values of a constant, a property, or the variable of a loop over a list. */
function valuesOf(declaration: ts.Declaration): readonly ts.Expression[] | undefined {
  if (ts.isPropertyAssignment(declaration)) return [declaration.initializer];
  if (ts.isBindingElement(declaration)) return valuesOfElement(declaration);
  if (!ts.isVariableDeclaration(declaration) || !(declaration.parent.flags & ts.NodeFlags.Const))
    return undefined;
  const loop = declaration.parent.parent;
  if (ts.isForOfStatement(loop))
    return ts.isArrayLiteralExpression(loop.expression) ? loop.expression.elements : undefined;
  return declaration.initializer && [declaration.initializer];
}

/** Returns the values of one name of `const [a, b] = condition ? [1, 2] : [3, 4]`. */
function valuesOfElement({ parent, name }: ts.BindingElement): readonly ts.Expression[] | undefined {
  const place = parent.elements.findIndex((element) => 'name' in element && element.name === name);
  const from = ts.isVariableDeclaration(parent.parent) ? parent.parent.initializer : undefined;
  const lists = from && ts.isConditionalExpression(from) ? [from.whenTrue, from.whenFalse] : [];
  const values = lists.flatMap((list) =>
    ts.isArrayLiteralExpression(list) ? (list.elements[place] ?? []) : [],
  );
  return values.length > 0 && values.length === lists.length ? values : undefined;
}

const isEvaluable = (node: ts.Node): node is Evaluable =>
  ts.isArrowFunction(node) || ts.isFunctionDeclaration(node);

function resultOf({ body }: Evaluable): ts.Expression | undefined {
  if (!body || !ts.isBlock(body)) return body;
  const last = body.statements.at(-1);
  return last && ts.isReturnStatement(last) ? last.expression : undefined;
}

function combine(
  left: readonly Value[] | undefined,
  right: readonly Value[] | undefined,
  calculate: (left: Value, right: Value) => Value,
): Value[] | undefined {
  if (!left || !right || left.length * right.length > COMBINATIONS) return undefined;
  return left.flatMap((before) => right.map((after) => calculate(before, after)));
}

function unite(all: readonly (readonly Value[] | undefined)[]): Value[] | undefined {
  const known = all.filter((part) => part !== undefined);
  return all.length > 0 && known.length === all.length ? [...new Set(known.flat())] : undefined;
}
