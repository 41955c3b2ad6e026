/** Which parts of one file's section of a patch are wanted: some of its hunks, and what happens to it as a whole. */
export type ChosenPart = { readonly isWhole: boolean; readonly hunks: ReadonlySet<number> }

/** What is wanted of a patch, section by section, in its order. */
export type Chosen = readonly ChosenPart[]

/** The patch with only what is wanted. It is read as bytes: not every file is text in UTF-8. */
export function chosenParts(patch: Buffer, chosen: Chosen): Buffer {
  const sections = patch.toString('latin1').split(/(?<=\n)(?=diff --git )/u)
  const wanted = sections.filter((section) => section !== '').map((section, at) => partOf(section, chosen[at]))
  return Buffer.from(wanted.join(''), 'latin1')
}

function partOf(section: string, chosen: ChosenPart | undefined): string {
  const [head = '', ...hunks] = section.split(/(?<=\n)(?=@@ )/u)
  const isWanted = (_: string, at: number) => chosen?.hunks.has(at) ?? false
  const wanted = hunks.filter(isWanted)
  const isAll = wanted.length === hunks.length && chosen?.isWhole === true
  if (isAll) return section
  if (wanted.length === 0) return chosen?.isWhole ? withoutLines(head) : ''
  return [chosen?.isWhole ? head : withoutMode(head), ...renumbered(hunks, isWanted)].join('')
}

/** A new mode without new content. */
const withoutLines = (head: string): string => head.replace(/(?<=\n)(?:index |--- |\+\+\+ )[^\n]*\n/gu, '')

const withoutMode = (head: string): string => head.replace(/(?<=\n)(?:old|new) mode [^\n]*\n/gu, '')

const NUMBERS = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/u

/** Without a hunk above, those below begin elsewhere: git searches from there, and could find the wrong place. */
function renumbered(hunks: readonly string[], isWanted: (hunk: string, at: number) => boolean): readonly string[] {
  let missing = 0
  return hunks.flatMap((hunk, at) => {
    const [all = '', old = '0', before = '1', start = '0', after = '1'] = NUMBERS.exec(hunk) ?? []
    if (!isWanted(hunk, at)) {
      missing += Number(after) - Number(before)
      return []
    }
    const isPlaced = Number(before) > 0 && Number(after) > 0
    const moved = isPlaced ? Number(start) - missing : start
    return [`@@ -${old},${before} +${moved},${after} @@${hunk.slice(all.length)}`]
  })
}
