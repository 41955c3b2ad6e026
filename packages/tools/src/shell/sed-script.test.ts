import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { judgeAll } from '@convene/domain'
import { folderOf } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import { readShell } from './read-shell.ts'

async function verdict(line: string): Promise<string> {
  const { resources } = await readShell(line, { folder: '/srv/project', home: '/home/ada' })
  return judgeAll(resources, [{ layer: 'user', rules: { '*': 'allow' } }]).action
}

describe('a sed script', () => {
  test.each([
    "sed -n '1,5p' x", 'sed s/a/b/ x', "sed -E 's/(a|b)/\\1/g' x", "sed '/foo/d' x", "sed -n '/a/,/b/p' x", "sed '$d' x",
    "sed -e 's/a/b/' -e '2q' x", "sed 's|/usr|/opt|g' x", "sed '1~2d;s/x/y/2gI' x", "sed '/a/{s/b/c/;p}' x", "sed 'y/abc/def/' x",
    "sed -ne '/x/!p' x", "sed ':a;N;$!ba;s/\\n/ /g' x", "sed 'i\\\n  text with w /etc/x' x", "sed '3a hello' x", "sed '# note\np' x",
    "sed 's/[0-9]*//' x", "sed '0,/re/s//x/' x", "sed '2,+3p' x", "sed --quiet --expression=p x", 'sed = x',
  ])('%j only prints and changes lines: rules alone decide', async (line) => {
    expect(await verdict(line)).toBe('allow')
  }) // biome-ignore format: a list of scripts

  test.each([
    "sed '1etouch x' y", "sed '1e touch x' y", 'sed e y', "sed 's/a/b/e' y", "sed 's/a/b/ge' y", "sed 's/a/touch x/2e' y",
    "sed 'w/etc/x' y", "sed '1w /etc/x' y", "sed 's/a/b/w/etc/x' y", "sed 's/a/b/gw x' y", "sed '1r/etc/passwd' y", "sed 'R.env' y",
    "sed '/a/W/x' y", "sed -n '/a/{p;e' y", "sed 's,a,b,e' y", "sed 'seaebee' y", "sed '\\,a,e' y", "sed '1!e' y", "sed '1,2e' y",
    "sed -i s/a/b/ y", 'sed -ni p y', 'sed p y -i', 'sed --in-place=x p y', 'sed -f script y', 'sed -nf script y', 'sed --expr=e y',
    "sed -e p -e e y", "sed -ee y", "sed --expression=e y", "sed 's/[/]/e' y", "sed 's/a/b' y", "sed 'p;e' y", "sed '{e}' y",
    "sed ':x;e' y", "sed 'bx\ne' y", "sed 'i\\\ntext\ne' y", "sed '#n\ne' y", "sed 'y/a/b/;e' y", "sed 'l 1e' y", "sed 'M' y",
    "sed -s --file=x y", "sed -E -- 'e' y", 'gsed e y',
  ])('%j may do more: it asks, even if everything is allowed', async (line) => {
    expect(await verdict(line)).toBe('ask')
  }) // biome-ignore format: a list of scripts

  test('considered harmless runs nothing and touches no other file in the real sed', () => {
    const folder = folderOf({ y: 'a\n' })
    for (const script of ['s/[0-9]*//', ':a;N;$!ba;s/\\n/ /g', '1~2d;s/x/y/2gI', 'i\\\n  w /etc/x', 's|/usr|/opt|g'])
      execFileSync('sed', [script, 'y'], { cwd: folder, stdio: 'pipe' })
    expect(existsSync(join(folder, 'x'))).toBe(false)
    expect(readFileSync(join(folder, 'y'), 'utf8')).toBe('a\n')
  })
})
