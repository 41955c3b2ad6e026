import { readdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { readSkill, type Skill } from './read-skill.ts'

const FOLDERS = ['.agents/skills', '.claude/skills']
const MAX_SKILLS = 100

/** A workspace's skills, the first of each name. Unreadable ones are skipped. Never throws. */
export async function readSkills(workspace: string): Promise<readonly Skill[]> {
  const root = await realpath(workspace).catch(() => undefined)
  if (root === undefined) return []
  const skills = new Map<string, Skill>()
  for (const path of await skillFiles(root)) {
    const skill = await readSkill(root, path)
    if (skill && !skills.has(skill.name)) skills.set(skill.name, skill)
  }
  return [...skills.values()]
}

async function skillFiles(root: string): Promise<readonly string[]> {
  const found: string[] = []
  for (const folder of FOLDERS) {
    const names = await readdir(join(root, folder)).catch(() => [])
    found.push(...names.sort().map((name) => `${folder}/${name}/SKILL.md`))
  }
  return found.slice(0, MAX_SKILLS)
}
