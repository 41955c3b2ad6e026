import { readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { folderOf } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import { readSettings } from './read-settings.ts'
import { saveSettings } from './save-settings.ts'

function sourceIn(home: string) {
  const [user] = readSettings({ home, workspace: join(home, 'workspace'), trusted: true }).sources
  if (!user) throw new Error('no source')
  return user
}

const model = { path: ['model'], value: 'c/d' }

describe('saving settings', () => {
  test('changes only what was requested, keeps comments, and is private to its owner', () => {
    const home = folderOf({ 'config.json': '{\n  // mine\n  "model": "a/b"\n}\n' })
    const source = sourceIn(home)
    expect(saveSettings({ source, changes: [model] })).toEqual({ ok: true, value: sourceIn(home).digest })
    expect(readFileSync(source.file, 'utf8')).toBe('{\n  // mine\n  "model": "c/d"\n}\n')
    expect(statSync(source.file).mode & 0o777).toBe(0o600)
    expect(readdirSync(home)).toEqual(['config.json'])
  })

  test('creates the file and its folder if missing', () => {
    const home = join(folderOf(), 'new')
    expect(saveSettings({ source: sourceIn(home), changes: [model] }).ok).toBe(true)
    expect(JSON.parse(readFileSync(join(home, 'config.json'), 'utf8'))).toEqual({ version: 1, model: 'c/d' })
  })

  test('writes nothing if someone else has changed the file', () => {
    const home = folderOf({ 'config.json': '{}' })
    const source = sourceIn(home)
    writeFileSync(source.file, '{ "model": "theirs/m" }')
    expect(saveSettings({ source, changes: [model] })).toMatchObject({
      ok: false,
      refusal: { code: 'settings_changed' },
    })
    expect(readFileSync(source.file, 'utf8')).toBe('{ "model": "theirs/m" }')
  })

  test('writes nothing if someone else has created the file', () => {
    const home = folderOf()
    const source = sourceIn(home)
    writeFileSync(source.file, '{}')
    expect(saveSettings({ source, changes: [model] })).toMatchObject({ refusal: { code: 'settings_changed' } })
  })

  test('refuses values that could not be read back', () => {
    const home = folderOf({ 'config.json': '{}' })
    const result = saveSettings({ source: sourceIn(home), changes: [{ path: ['verbosity'], value: 'loud' }] })
    expect(result).toMatchObject({ ok: false, refusal: { code: 'settings_invalid' } })
    expect(readFileSync(join(home, 'config.json'), 'utf8')).toBe('{}')
  })

  test('reports an invalid new value without a line number, because it was never written', () => {
    const home = folderOf()
    const path = ['limits', 'maxCostUsd']
    expect(saveSettings({ source: sourceIn(home), changes: [{ path, value: 'abc' }] })).toMatchObject({
      refusal: {
        message: 'limits.maxCostUsd: found "abc", expected a number above 0, or null. Nothing was saved.',
      },
    })
  })

  test('reports the line of a value that was already invalid', () => {
    const home = folderOf({ 'config.json': '{\n  "verbosity": "loud"\n}\n' })
    expect(saveSettings({ source: sourceIn(home), changes: [model] })).toMatchObject({
      refusal: { message: expect.stringContaining('config.json:2:3: verbosity: found "loud"') },
    })
  })

  test.each([
    [['modle'], 'a/b', 'Unknown setting modle. Did you mean "model"?'],
    [['limits', 'maxTurn'], 3, 'Unknown setting limits.maxTurn. Did you mean "limits.maxTurns"?'],
    [['limits'], { maxTurns: 3, maxTurn: 3 }, 'limits.maxTurn'],
    [['maxCostUsd'], 3, 'Did you mean "limits.maxCostUsd"?'],
    [['plan', 'maxParalel', 'deep'], 3, 'Unknown setting plan.maxParalel'],
    [['zzz', 'yyy'], true, 'Unknown setting zzz.'],
    [['constructor'], 'x', 'Unknown setting constructor.'],
  ])('refuses to write the unknown setting %j, and suggests the one that may be meant', (path, value, message) => {
    const home = folderOf({ 'config.json': '{}' })
    const result = saveSettings({ source: sourceIn(home), changes: [{ path, value }] })
    expect(result).toMatchObject({
      refusal: { code: 'unknown_setting', message: expect.stringContaining(message) },
    })
    expect(readFileSync(join(home, 'config.json'), 'utf8')).toBe('{}')
  })

  test('keeps unknown keys in the file until they are unset, and does not fail because of them', () => {
    const home = folderOf({ 'config.json': '{ "modle": "a/b", "plan": { "x": 1 } }' })
    expect(saveSettings({ source: sourceIn(home), changes: [model] }).ok).toBe(true)
    const parallel = { path: ['plan', 'maxParallel'], value: 2 }
    expect(saveSettings({ source: sourceIn(home), changes: [parallel] }).ok).toBe(true)
    expect(saveSettings({ source: sourceIn(home), changes: [{ path: ['modle'], value: undefined }] }).ok).toBe(true)
    const kept = JSON.parse(readFileSync(join(home, 'config.json'), 'utf8'))
    expect(kept).toMatchObject({ model: 'c/d', plan: { x: 1, maxParallel: 2 } })
    expect(kept).not.toHaveProperty('modle')
  })

  test('writes through a link instead of replacing it', () => {
    const elsewhere = folderOf({ 'dotfiles.json': '{}' })
    const home = folderOf()
    symlinkSync(join(elsewhere, 'dotfiles.json'), join(home, 'config.json'))
    expect(saveSettings({ source: sourceIn(home), changes: [model] }).ok).toBe(true)
    expect(readFileSync(join(elsewhere, 'dotfiles.json'), 'utf8')).toContain('c/d')
  })

  test('upgrades an older file and keeps the original as .bak', () => {
    const home = folderOf({ 'config.json': '{ "version": 1, "verbosity": "full" }' })
    const versions = { current: 2, steps: { 1: (fields: object) => ({ ...fields, version: 1 }) } }
    expect(saveSettings({ source: sourceIn(home), changes: [model] }, versions).ok).toBe(true)
    expect(readFileSync(join(home, 'config.json.bak'), 'utf8')).toBe('{ "version": 1, "verbosity": "full" }')
    expect(statSync(join(home, 'config.json.bak')).mode & 0o777).toBe(0o600)
    expect(readFileSync(join(home, 'config.json'), 'utf8')).toContain('"verbosity": "full"')
  })

  test('refuses a folder that cannot be written with one message', () => {
    const home = folderOf({ 'config.json': '{}', file: '' })
    const source = { file: join(home, 'file', 'config.json'), digest: null }
    expect(saveSettings({ source, changes: [model] })).toMatchObject({ refusal: { code: 'settings_unwritable' } })
  })
})
