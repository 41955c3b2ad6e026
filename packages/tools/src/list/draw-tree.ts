import type { TreeEntry } from './read-tree.ts'

const MARKS: { readonly [Kind in TreeEntry['kind']]: string } = {
  file: '',
  folder: '/',
  link: ' (link)',
  special: ' (special)',
}

/** One line per entry. The content of a folder is indented by two spaces. */
export const drawTree = (entries: readonly TreeEntry[], indent = '  '): readonly string[] =>
  entries.flatMap((entry) => [`${indent}${entry.name}${MARKS[entry.kind]}`, ...drawTree(entry.inside, `${indent}  `)])
