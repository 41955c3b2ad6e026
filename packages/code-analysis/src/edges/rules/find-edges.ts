import type ts from 'typescript'
import { guardedSystem } from '../../compiler/guarded-system.ts'
import { compilerProgram } from '../../compiler/program.ts'
import { projectsOf } from '../../compiler/project.ts'
import type { Edge, EdgeRule, FunctionUnit, RuleScope, Sighting } from '../edge.ts'
import { expressionText, identifiersIn, initializerOf, rootOf } from '../expressions.ts'
import { compilerView } from '../possibly-missing.ts'
import { nodesOf, parametersOf, unitsOf } from '../units.ts'
import { absence } from './absence.ts'
import { chains, paths, switches } from './branches.ts'
import { dayLength, invalidDate, isoDay, localParts, monthOverflow } from './dates.ts'
import { jsonParse, malformed, swallowed } from './failures.ts'
import { growth } from './growth.ts'
import {
  changeWhileWalking,
  emptyListEdges,
  keysOfList,
  lastOfNone,
  notFoundEdges,
  numericSort,
  splitOfNothing,
} from './lists.ts'
import { offByOne, zeroStep } from './loops.ts'
import { mutation } from './mutation.ts'
import { division, falsyZero, floats, negative, numberParsing } from './numbers.ts'
import { asyncCallback, asyncExecutor, floating, promiseAsCondition, response, returnedUnawaited } from './promises.ts'
import { recursion } from './recursion.ts'
import { regexFromInput, slowRegex, statefulRegex, unicode } from './texts.ts'

const rules: readonly EdgeRule[] = [
  ...[absence, chains, paths, switches, dayLength, invalidDate, isoDay, localParts, monthOverflow],
  ...[
    jsonParse,
    malformed,
    swallowed,
    changeWhileWalking,
    emptyListEdges,
    keysOfList,
    lastOfNone,
    notFoundEdges,
    numericSort,
  ],
  ...[splitOfNothing, offByOne, zeroStep, mutation, division, falsyZero, floats, growth, negative, numberParsing],
  ...[asyncCallback, asyncExecutor, floating, promiseAsCondition, response, returnedUnawaited, recursion],
  ...[regexFromInput, slowRegex, statefulRegex, unicode],
]

/** A file as the rules see it: checked more strictly than its own project may check it. */
export type Examined = {
  readonly program: ts.Program
  readonly file: ts.SourceFile
  readonly options: ts.CompilerOptions
}

/** Parses and type-checks one file and its imports. */
export function examineFile(root: string, path: string): Examined {
  const system = guardedSystem(root)
  const [project] = projectsOf(system, path)
  if (!project) throw new Error(`${path} cannot be read`)
  const strict = {
    strict: true,
    noUncheckedIndexedAccess: true,
    noImplicitReturns: true,
    noFallthroughCasesInSwitch: true,
  }
  const script = { allowJs: true, checkJs: true, noImplicitAny: false, exactOptionalPropertyTypes: false }
  const options = { ...project.options, ...strict, ...script }
  const program = compilerProgram(system, { ...project, files: [path], options })
  const file = program.getSourceFile(path)
  if (!file) throw new Error(`${path} cannot be read`)
  return { program, file, options: project.options }
}

const MAX_EDGES = 500

/** The unhandled paths and boundary conditions of a file, or of one function in it, by line. */
export function findEdges({ program, file }: Examined, only?: string): readonly Edge[] {
  const checker = program.getTypeChecker()
  const view = compilerView(program, file)
  const units = unitsOf(file).filter(({ name }) => only === undefined || name === only || name.endsWith(`.${only}`))
  const edges = units.flatMap((unit) => edgesOf({ checker, unit, view }, file))
  return edges.sort((one, other) => one.line - other.line || one.column - other.column).slice(0, MAX_EDGES)
}

function edgesOf(scope: RuleScope, file: ts.SourceFile): readonly Edge[] {
  const sightings = nodesOf(scope.unit).flatMap((node) => rules.flatMap((rule) => rule(node, scope)))
  return unique(sightings).map((sighting) => toEdge(sighting, scope, file))
}

/** Reports each edge of a subject once per function, at its first occurrence. */
function unique(sightings: readonly Sighting[]): readonly Sighting[] {
  const known = new Map<string, Sighting>()
  for (const sighting of sightings) {
    const key = `${sighting.kind} ${(sighting.subject ?? sighting.at).getText()}`
    const before = known.get(key)
    if (!before || sighting.at.getStart() < before.at.getStart()) known.set(key, sighting)
  }
  return [...known.values()]
}

function toEdge(
  { kind, at, message, subject, value }: Sighting,
  { unit, checker }: RuleScope,
  file: ts.SourceFile,
): Edge {
  const { line, character } = file.getLineAndCharacterOfPosition(at.getStart(file))
  const parameter = subject && parameterIn(subject, unit, checker)
  const path = subject ? propertiesIn(subject) : []
  const about = { ...(parameter && { parameter }), ...(value && { value }), ...(path.length > 0 && { path }) }
  return { kind, line: line + 1, column: character + 1, unit: unit.name, message, ...about }
}

const propertiesIn = (subject: ts.Node): readonly string[] => expressionText(subject).split('.').slice(1)

const MAX_STEPS = 5

/** The parameter at the start of the subject's path, resolving constants on the way. */
function parameterIn(subject: ts.Node, unit: FunctionUnit, checker: ts.TypeChecker): string | undefined {
  const names = parametersOf(unit).map(({ name }) => name.getText())
  let root = rootOf(subject)
  for (let step = 0; step < MAX_STEPS; step++) {
    const found = [root, ...identifiersIn(root)].map((node) => node.getText()).find((text) => names.includes(text))
    if (found) return found
    const made = initializerOf(root, checker)
    if (!made) return undefined
    root = rootOf(made)
  }
  return undefined
}
