import { readShellLine } from '../claim/shell-line.ts'
import { bareWords } from '../claim/wrappers.ts'
import { joinedPath } from './joined-path.ts'
import { includesIn, isRecipeFile, type Recipe, recipesIn } from './recipes.ts'

/** What a command line starts in the end, as names without `./`. */
export type StartedFiles = {
  readonly files: ReadonlySet<string>
  /** Of make. */
  readonly targets: ReadonlySet<string>
  readonly programs: ReadonlySet<string>
}

/** Files by their path, of those that say what else is run. */
export type Texts = ReadonlyMap<string, string>

/** A line, the folder it runs in, and that of the file it is in. */
type Due = { readonly line: string; readonly folder: string; readonly from: string }
type Looking = {
  readonly texts: Texts
  readonly due: Due[]
  readonly known: Set<string>
  readonly files: Set<string>
  readonly targets: Set<string>
  readonly programs: Set<string>
}

const MOST_LINES = 400
const MOST_WORDS = 4_000

/** Follows scripts, targets and shell files from a command line. The cost is bounded, however they call each other. */
export function startedBy(line: string, texts: Texts): StartedFiles {
  const found = { files: new Set<string>(), targets: new Set<string>(), programs: new Set<string>() }
  const looking: Looking = { texts, due: [], known: new Set(), ...found }
  add(looking, { line, folder: '', from: '' })
  for (let at = 0; at < looking.due.length && at < MOST_LINES; at += 1) {
    const due = looking.due[at]
    if (due) follow(looking, due)
  }
  return found
}

function add({ due, known }: Looking, one: Due): void {
  const key = `${one.folder}\n${one.from}\n${one.line}`
  if (one.line === '' || known.has(key)) return
  known.add(key)
  due.push(one)
}

function follow(looking: Looking, { line, folder, from }: Due): void {
  const { segments, inner } = readShellLine(line)
  for (const part of inner) add(looking, { line: part, folder, from })
  let place = folder
  for (const { words, input } of segments) {
    const own = bareWords(words)
    const [program = '', ...rest] = own
    looking.programs.add(program.slice(program.lastIndexOf('/') + 1))
    if (program === 'cd') place = joinedPath(place, rest[0] ?? '')
    const here = { folder: place, from }
    if (SHELLS.test(program)) for (const text of [...inlineOf(rest), input ?? '']) add(looking, { line: text, ...here })
    startFiles(looking, [...own, ...moduleOf(words)], here)
    startRecipes(looking, own, place)
  }
}

const SHELLS = /^(?:\S*\/)?(?:ba|da|z|k|a)?sh$/u
const inlineOf = (rest: readonly string[]): readonly string[] =>
  rest.some((word) => /^-\w*c$/u.test(word)) ? rest.filter((word) => !word.startsWith('-')) : []

const INTERPRETERS =
  /^(?:\$\w{1,40}|\.|source|exec|call|time|node|deno|bun|tsx|ts-node|python[\d.]*|ruby|perl|php|lua|Rscript|java|(?:ba|da|z|k|a)?sh|pwsh|powershell|bats)$/u
/** Files of a language. As arguments of other programs, they are what is tested. */
const SOURCE =
  /\.(?:[cm]?[jt]sx?|vue|svelte|py|rb|go|rs|java|kt|scala|cs|fs|swift|php|c|h|cc|cpp|hpp|m|ex|dart|lua|hs|ml|clj|erl|zig|nim|pl|r|css|scss|html|sql)$/u

/** Whether a file has the name of a source file. */
export const isSource = (path: string): boolean => SOURCE.test(path)

type Place = Omit<Due, 'line'>

/** `python -m checks.all` starts the file of this name. */
function moduleOf(words: readonly string[]): readonly string[] {
  const at = words.indexOf('-m')
  const name = at > 0 && /^python[\d.]*$/u.test(words[at - 1] ?? '') ? words[at + 1] : undefined
  return name === undefined ? [] : [`./${name.replaceAll('.', '/')}`]
}

function startFiles(looking: Looking, own: readonly string[], place: Place): void {
  const isStarting = INTERPRETERS.test(own[0] ?? '')
  const mayStart = (word: string, index: number) =>
    index === 0 ? word.includes('/') : isStarting || (/[./]/u.test(word) && !isSource(word))
  for (const word of own.filter(mayStart)) for (const path of pathsOf(word, place)) startFile(looking, path, place)
}

/** What a word may name, from the top, from where it runs, and from where it is written. */
function pathsOf(word: string, { folder, from }: Place): readonly string[] {
  const value = word.replace(/^--?[\w-]{1,40}=/u, '').replace(/^\$[^/]{0,40}\//u, '')
  const paths = [joinedPath('', value), joinedPath(folder, value), joinedPath(from, value)]
  return [...new Set(paths)].filter((path) => path !== '' && !path.startsWith('-'))
}

function startFile(looking: Looking, path: string, { folder }: Place): void {
  if (looking.files.size >= MOST_WORDS) return
  looking.files.add(path)
  const text = isRecipeFile(path) ? '' : (looking.texts.get(path) ?? '')
  add(looking, { line: text, folder, from: folderOf(path) })
}

/** `npm test`, `make check`: what has this name in any package or makefile. */
function startRecipes(looking: Looking, own: readonly string[], folder: string): void {
  const isMaking = /^(?:g?make|just)$/u.test(own[0] ?? '')
  for (const [path, text] of looking.texts) {
    if (!isRecipeFile(path) || isMaking === path.endsWith('.json')) continue
    const from = folderOf(path)
    const place = { folder: folder === '' || path.startsWith(`${folder}/`) ? from : folder, from }
    const chosen = chosenBy(own, recipesIn(path, text), isMaking)
    for (const { lines } of chosen) add(looking, { line: lines, ...place })
    if (isMaking && chosen.length > 0) startTargets(looking, { path, text, chosen, place })
  }
}

type Made = { readonly path: string; readonly text: string; readonly chosen: readonly Recipe[]; readonly place: Place }

/** Make also reads what its file includes, and skips a target if a file has its name. */
function startTargets(looking: Looking, { path, text, chosen, place }: Made): void {
  for (const { name } of chosen) looking.targets.add(joinedPath(place.folder, name))
  for (const name of includesIn(path, text)) startFile(looking, joinedPath(place.from, name), place)
}

/** Without a name, make runs all that it may. */
function chosenBy(own: readonly string[], all: readonly Recipe[], isMaking: boolean): readonly Recipe[] {
  const words = own.map((word) => word.replace(/^npm:/u, ''))
  const named = all.filter(({ name }) => words.some((word) => isNamed(name, word)))
  return named.length === 0 && isMaking ? all : withNeeds(named, all)
}

/** `test:*` names all that begin with `test:`. */
const isNamed = (name: string, word: string): boolean =>
  name === word || (word.endsWith('*') && word.length > 1 && name.startsWith(word.replace(/\*+$/u, '')))

function withNeeds(named: readonly Recipe[], all: readonly Recipe[]): readonly Recipe[] {
  const chosen = new Set(named)
  for (const { needs } of chosen) for (const one of all) if (needs.includes(one.name)) chosen.add(one)
  return [...chosen]
}

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))
