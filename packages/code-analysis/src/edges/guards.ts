import ts from 'typescript'
import {
  ancestor,
  bareExpression,
  calledName,
  contains,
  expressionText,
  initializerOf,
  isLoop,
  receiverOf,
} from './expressions.ts'

type Look = (condition: ts.Node) => boolean

/** Whether the code checks for the problem before it gets here. */
export function isGuarded(node: ts.Node, looks: Look): boolean {
  for (let inner = node; inner.parent && !ts.isSourceFile(inner); inner = inner.parent) {
    const condition = conditionAround(inner)
    if (condition && looks(condition)) return true
    if (leftBefore(inner, looks)) return true
  }
  return false
}

/** The condition under which the child of a statement or expression is reached. */
function conditionAround(child: ts.Node): ts.Node | undefined {
  const { parent } = child
  if (ts.isIfStatement(parent)) return child === parent.expression ? undefined : parent.expression
  if (ts.isConditionalExpression(parent)) return child === parent.condition ? undefined : parent.condition
  if (ts.isWhileStatement(parent)) return child === parent.statement ? parent.expression : undefined
  if (ts.isForStatement(parent)) return child === parent.statement ? parent.condition : undefined
  if (ts.isBinaryExpression(parent) && child === parent.right && isShortcut(parent.operatorToken.kind))
    return parent.left
  if (ts.isCaseClause(child)) return child.parent.parent.expression
  return undefined
}

const isShortcut = (kind: ts.SyntaxKind): boolean =>
  kind === ts.SyntaxKind.AmpersandAmpersandToken ||
  kind === ts.SyntaxKind.BarBarToken ||
  kind === ts.SyntaxKind.QuestionQuestionToken

/** An earlier statement in the same block that checks the value, then leaves, throws or repairs it. */
function leftBefore(statement: ts.Node, looks: Look): boolean {
  const { parent } = statement
  if (!ts.isBlock(parent) && !ts.isSourceFile(parent) && !ts.isCaseOrDefaultClause(parent)) return false
  return parent.statements
    .slice(0, parent.statements.indexOf(statement as ts.Statement))
    .some((earlier) => (ts.isIfStatement(earlier) ? repairs(earlier, looks) : asserts(earlier, looks)))
}

const repairs = (statement: ts.IfStatement, looks: Look): boolean =>
  looks(statement.expression) &&
  (leaves(statement.thenStatement) ||
    (statement.elseStatement !== undefined && leaves(statement.elseStatement)) ||
    contains(
      statement.thenStatement,
      (inner) => ts.isBinaryExpression(inner) && isAssignment(inner) && looks(inner.left),
    ))

const asserts = (statement: ts.Statement, looks: Look): boolean =>
  ts.isExpressionStatement(statement) &&
  ts.isCallExpression(statement.expression) &&
  /^(assert|invariant|check|ensure|expect|validate|require|ok|must)/i.test(statement.expression.expression.getText()) &&
  statement.expression.arguments.some(looks)

export const isAssignment = (node: ts.BinaryExpression): boolean =>
  node.operatorToken.kind >= ts.SyntaxKind.FirstAssignment && node.operatorToken.kind <= ts.SyntaxKind.LastAssignment

/** Whether the statement always ends in a return, a throw or a jump. */
export function leaves(statement: ts.Statement): boolean {
  if (ts.isBlock(statement)) return statement.statements.some(leaves)
  if (ts.isIfStatement(statement))
    return leaves(statement.thenStatement) && statement.elseStatement !== undefined && leaves(statement.elseStatement)
  if (ts.isExpressionStatement(statement)) return calledName(statement.expression) === 'exit'
  return (
    ts.isReturnStatement(statement) ||
    ts.isThrowStatement(statement) ||
    ts.isContinueStatement(statement) ||
    ts.isBreakStatement(statement)
  )
}

/**
 * A check of any of these texts: directly, through a constant, or by passing it to a function that returns a boolean.
 */
export function looksAt(texts: readonly string[], checker: ts.TypeChecker): Look {
  return (condition) =>
    contains(condition, (inner) => {
      if (!ts.isExpression(inner)) return false
      if (texts.includes(expressionText(inner))) return true
      const initializer = ts.isIdentifier(inner) ? initializerOf(inner, checker) : undefined
      return initializer !== undefined && contains(initializer, (deeper) => texts.includes(expressionText(deeper)))
    })
}

/** Code inside a loop over the list runs only if the list has an item. */
export function isInsideWalk(node: ts.Node, list: string): boolean {
  for (let outer = node.parent; outer; outer = outer.parent) {
    if (ts.isForOfStatement(outer) && expressionText(outer.expression) === list) return true
    const receiver = ts.isCallExpression(outer) ? receiverOf(outer) : undefined
    if (
      receiver &&
      outer !== node &&
      expressionText(receiver) === list &&
      !isReceiverOf(node, outer as ts.CallExpression)
    )
      return true
  }
  return false
}

const isReceiverOf = (node: ts.Node, call: ts.CallExpression): boolean =>
  node.pos >= call.expression.pos && node.end <= call.expression.end

/** A non-empty list literal, or the result of `split`, which has at least one part. */
export function isFilled(list: ts.Node, checker: ts.TypeChecker): boolean {
  const made = bareExpression(initializerOf(list, checker) ?? list)
  if (calledName(made) === 'split') return true
  if (ts.isCallExpression(made) && calledName(made) === 'map') return isFilled(receiverOf(made) ?? made, checker)
  return ts.isArrayLiteralExpression(made) && made.elements.some((element) => !ts.isSpreadElement(element))
}

/** Whether the list is known to be non-empty here: from its length, a search, or a loop over it. */
export const isListGuarded = (node: ts.Node, list: ts.Node, checker: ts.TypeChecker): boolean => {
  const text = expressionText(list)
  return (
    isGuarded(
      node,
      (condition) =>
        looksAt([`${text}.length`, `${text}.size`, `${text}[0]`], checker)(condition) || asksAbout(condition, text),
    ) || isInsideWalk(node, text)
  )
}

/** `isEmpty(list)`, `list.includes(x)`, `list.some(…)`. */
const asksAbout = (condition: ts.Node, text: string): boolean =>
  contains(
    condition,
    (inner) =>
      ts.isCallExpression(inner) &&
      (inner.arguments.some((argument) => expressionText(argument) === text) ||
        (receiverOf(inner) !== undefined && expressionText(receiverOf(inner) as ts.Node) === text)),
  )

/** Whether this is inside a `try` with a `catch`. */
export function isTried(node: ts.Node, limit: ts.Node): boolean {
  let inner = node
  for (
    let tried = ancestor(inner, ts.isTryStatement, limit);
    tried;
    tried = ancestor(inner, ts.isTryStatement, limit)
  ) {
    if (tried.catchClause && node.pos >= tried.tryBlock.pos && node.end <= tried.tryBlock.end) return true
    inner = tried
  }
  return false
}

export const isInLoop = (node: ts.Node, limit: ts.Node): boolean => ancestor(node, isLoop, limit) !== undefined
