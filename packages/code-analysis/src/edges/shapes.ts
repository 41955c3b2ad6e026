import ts from 'typescript'

type Checker = ts.TypeChecker

const partsOf = (type: ts.Type): readonly ts.Type[] => (type.isUnion() ? type.types : [type])

/** Whether the type, or every part of a union, has one of the flags. */
const isAll = (type: ts.Type, flags: ts.TypeFlags): boolean => partsOf(type).every((part) => (part.flags & flags) !== 0)

export const typeOf = (node: ts.Node, checker: Checker): ts.Type => checker.getTypeAtLocation(node)

/** The type without null and undefined. */
const present = (type: ts.Type, checker: Checker): ts.Type => checker.getNonNullableType(type)

export const isNumber = (type: ts.Type, checker: Checker): boolean =>
  isAll(present(type, checker), ts.TypeFlags.NumberLike)

export const isString = (type: ts.Type, checker: Checker): boolean =>
  isAll(present(type, checker), ts.TypeFlags.StringLike)

export const isBoolean = (type: ts.Type, checker: Checker): boolean =>
  isAll(present(type, checker), ts.TypeFlags.BooleanLike)

export const isAny = (type: ts.Type): boolean => (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) !== 0

export const isVoid = (type: ts.Type): boolean =>
  isAll(type, ts.TypeFlags.Void | ts.TypeFlags.Undefined | ts.TypeFlags.Never)

/** Whether it may be null or undefined. */
export const mayBeMissing = (type: ts.Type): boolean =>
  partsOf(type).some((part) => (part.flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Null)) !== 0)

export const isArray = (type: ts.Type, checker: Checker): boolean =>
  partsOf(present(type, checker)).every(
    (part) => checker.isArrayType(part) || checker.isTupleType(part) || TYPED.test(part.symbol?.name ?? ''),
  )

const TYPED = /^((Big)?(Int|Uint)|Float)\d+(Clamped)?Array$|^Buffer$/

/** The type of a list's items. */
export const itemType = (type: ts.Type, checker: Checker): ts.Type | undefined =>
  checker.getIndexTypeOfType(present(type, checker), ts.IndexKind.Number)

export const isNamed = (type: ts.Type, names: readonly string[]): boolean =>
  partsOf(type).some((part) => names.includes(part.symbol?.name ?? ''))

/** Whether it has a `then` method. */
export const isPromise = (type: ts.Type): boolean =>
  partsOf(type).some((part) => (part.flags & ts.TypeFlags.Object) !== 0 && part.getProperty('then') !== undefined)

/** The literals that a value can be, if it cannot be anything else. */
export function literalsOf(type: ts.Type): readonly ts.Type[] | undefined {
  const parts = partsOf(type)
  const isLiteral = (part: ts.Type): boolean =>
    part.isStringLiteral() ||
    part.isNumberLiteral() ||
    (part.flags & (ts.TypeFlags.BooleanLiteral | ts.TypeFlags.EnumLiteral)) !== 0
  return parts.length > 1 && parts.every(isLiteral) ? parts : undefined
}
