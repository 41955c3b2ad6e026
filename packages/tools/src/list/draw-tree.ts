import type { Entry } from './read-tree.ts'

const MARKS: { readonly [Kind in Entry['kind']]: string } = {
  file: '',
  folder: '/',
  link: ' (link)',
  special: ' (special)',
}

/** One line for each entry, what is inside a folder two blanks further in. */
export const drawTree = (entries: readonly Entry[], indent = '  '): readonly string[] =>
  entries.flatMap((entry) => [`${indent}${entry.name}${MARKS[entry.kind]}`, ...drawTree(entry.inside, `${indent}  `)])
