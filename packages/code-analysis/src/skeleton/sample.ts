import ts from 'typescript'

/** Optional properties: omitted except for the named ones, or filled with values easily mistaken for missing. */
export type Taste = { readonly optional: 'left out' | 'falsy'; readonly present?: readonly string[] }

const MAX_DEPTH = 4
const MAX_PROPERTIES = 30

/**
 * Code for a plain value of the type. Values that cannot be written by hand become `{} as never`, which fits
 * everywhere.
 */
export function sampleOf(
  type: ts.Type,
  checker: ts.TypeChecker,
  taste: Taste = { optional: 'left out' },
  depth = 0,
): string {
  if (depth > MAX_DEPTH) return UNKNOWN_VALUE
  const { flags } = type
  if (type.isStringLiteral()) return JSON.stringify(type.value)
  if (type.isNumberLiteral()) return String(type.value)
  if (flags & ts.TypeFlags.BooleanLiteral) return checker.typeToString(type)
  if (flags & ts.TypeFlags.StringLike) return "'text'"
  if (flags & ts.TypeFlags.NumberLike) return '1'
  if (flags & ts.TypeFlags.BigIntLike) return '1n'
  if (flags & ts.TypeFlags.BooleanLike) return 'true'
  if (flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Void)) return 'undefined'
  if (flags & ts.TypeFlags.Null) return 'null'
  if (flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown | ts.TypeFlags.NonPrimitive)) return '{}'
  if (type.isUnion()) return sampleOf(plainest(type), checker, taste, depth)
  if (flags & ts.TypeFlags.TypeParameter) return sampleOfParameter(type, checker, taste, depth)
  return sampleOfObject(type, checker, taste, depth)
}

export const UNKNOWN_VALUE = '{} as never'

/** Present before missing, simple before complex. */
function plainest(type: ts.UnionType): ts.Type {
  const missing = ts.TypeFlags.Undefined | ts.TypeFlags.Null | ts.TypeFlags.Void
  const present = type.types.filter((part) => (part.flags & missing) === 0)
  return present.find((part) => (part.flags & ts.TypeFlags.Object) === 0) ?? present[0] ?? (type.types[0] as ts.Type)
}

function sampleOfParameter(type: ts.Type, checker: ts.TypeChecker, taste: Taste, depth: number): string {
  const constraint = checker.getBaseConstraintOfType(type)
  return constraint && (constraint.flags & ts.TypeFlags.Unknown) === 0
    ? sampleOf(constraint, checker, taste, depth + 1)
    : "'text'"
}

const READY: { readonly [name: string]: string } = {
  Date: "new Date('2024-01-31T12:00:00Z')",
  RegExp: '/text/',
  Map: 'new Map()',
  ReadonlyMap: 'new Map()',
  WeakMap: 'new WeakMap()',
  Set: 'new Set()',
  ReadonlySet: 'new Set()',
  WeakSet: 'new WeakSet()',
  URL: "new URL('https://example.org')",
  Error: "new Error('text')",
  Uint8Array: 'new Uint8Array(1)',
  AbortSignal: 'new AbortController().signal',
}

function sampleOfObject(type: ts.Type, checker: ts.TypeChecker, taste: Taste, depth: number): string {
  const name = type.symbol?.name ?? ''
  const ready = READY[name]
  if (ready && Object.hasOwn(READY, name)) return ready
  const [item] = checker.getTypeArguments(type as ts.TypeReference)
  if (checker.isTupleType(type))
    return `[${checker
      .getTypeArguments(type as ts.TypeReference)
      .map((one) => sampleOf(one, checker, taste, depth + 1))
      .join(', ')}]`
  if (checker.isArrayType(type)) return `[${item ? sampleOf(item, checker, taste, depth + 1) : ''}]`
  if (/^Promise(Like)?$/.test(name)) return `Promise.resolve(${item ? sampleOf(item, checker, taste, depth + 1) : ''})`
  const [signature] = type.getCallSignatures()
  if (signature)
    return `() => ${wrapped(sampleOf(checker.getReturnTypeOfSignature(signature), checker, taste, depth + 1))}`
  return sampleOfProperties(type, checker, taste, depth)
}

const wrapped = (code: string): string => (code.startsWith('{') ? `(${code})` : code)

function sampleOfProperties(type: ts.Type, checker: ts.TypeChecker, taste: Taste, depth: number): string {
  if (type.isClass() || type.getConstructSignatures().length > 0) return UNKNOWN_VALUE
  const properties = checker.getPropertiesOfType(type)
  if (properties.length > MAX_PROPERTIES || properties.some(isHidden)) return UNKNOWN_VALUE
  const fields = properties.flatMap((property) => {
    const isOptional = (property.flags & ts.SymbolFlags.Optional) !== 0
    const inner = checker.getTypeOfSymbol(property)
    if (isOptional && !taste.present?.includes(property.name))
      return taste.optional === 'falsy' ? falsyField(property.name, inner, checker) : []
    return [`${keyOf(property.name)}: ${sampleOf(inner, checker, taste, depth + 1)}`]
  })
  return fields.length > 0 ? `{ ${fields.join(', ')} }` : '{}'
}

/** Private members and symbol keys cannot be written from outside. */
const isHidden = ({ name, valueDeclaration }: ts.Symbol): boolean =>
  name.startsWith('__@') ||
  name.startsWith('#') ||
  (valueDeclaration !== undefined &&
    (ts.getCombinedModifierFlags(valueDeclaration) & (ts.ModifierFlags.Private | ts.ModifierFlags.Protected)) !== 0)

function falsyField(name: string, type: ts.Type, checker: ts.TypeChecker): readonly string[] {
  const present = checker.getNonNullableType(type)
  if (present.flags & ts.TypeFlags.NumberLike) return [`${keyOf(name)}: 0`]
  return checker.typeToString(present) === 'boolean' ? [`${keyOf(name)}: false`] : []
}

const keyOf = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name))
