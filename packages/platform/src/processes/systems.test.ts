import { expect, test } from 'vitest'
import { systemOf } from '../system/system.ts'
import { programPlaces } from './find-program.ts'
import { safeEnvironment } from './safe-environment.ts'
import { treeControl } from './tree-control.ts'

const environment = {
  PATH: '/bin',
  Path: 'C:\\bin',
  HOME: '/home/ada',
  UserProfile: 'C:\\Users\\ada',
  SystemRoot: 'C:\\Windows',
  XDG_RUNTIME_DIR: '/run/user/1',
  'ProgramFiles(x86)': 'C:\\Program Files (x86)',
  OPENAI_API_KEY: 'secret',
  AWS_SECRET_ACCESS_KEY: 'secret',
  TERM: '() { :; }; rm -rf ~',
}

test.each([
  ['linux', ['PATH', 'HOME', 'XDG_RUNTIME_DIR']],
  ['darwin', ['PATH', 'HOME', 'XDG_RUNTIME_DIR']],
  ['win32', ['PATH', 'Path', 'UserProfile', 'SystemRoot', 'ProgramFiles(x86)']],
])('on %s, other programs see what they need to run, and no keys', (platform, names) => {
  expect(Object.keys(safeEnvironment(environment, platform))).toEqual(names)
})

test.each([
  ['linux', true, ['kill -42 SIGKILL']],
  ['darwin', true, ['kill -42 SIGKILL']],
  ['win32', false, ['taskkill /pid 42 /T /F']],
])('on %s, a program ends with everything it started', (platform, isGroup, done) => {
  const said: string[] = []
  const control = treeControl({
    platform,
    kill: (pid, signal) => said.push(`kill ${pid} ${signal}`),
    start: (program, args) => said.push([program, ...args].join(' ')),
  })
  control.kill(42)
  expect([control.isGroup, said]).toEqual([isGroup, done])
})

test('a program that is already gone does not cause an error', () => {
  const gone = () => {
    throw new Error('ESRCH')
  }
  expect(() => treeControl({ platform: 'linux', kill: gone, start: gone }).kill(42)).not.toThrow()
})

test.each([
  ['linux', 'gemini', { PATH: '/usr/bin:./bin:bin:/opt/x' }, ['/usr/bin/gemini', '/opt/x/gemini']],
  ['darwin', '/opt/x/gemini', { PATH: '/usr/bin' }, ['/opt/x/gemini']],
  ['darwin', './gemini', { PATH: '/usr/bin' }, []],
  ['win32', 'gemini', { Path: 'C:\\x;bin' }, ['C:\\x\\gemini.exe', 'C:\\x\\gemini.cmd', 'C:\\x\\gemini.bat']],
  ['win32', 'C:\\x\\gemini.exe', {}, ['C:\\x\\gemini.exe']],
  ['win32', 'x\\gemini', { Path: 'C:\\x' }, []],
])('on %s, %s is looked for in absolute folders only', (platform, command, environment, places) => {
  expect(programPlaces(command, environment, systemOf(platform))).toEqual(places)
})
