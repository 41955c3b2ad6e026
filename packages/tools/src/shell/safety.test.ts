import { judgeAll } from '@convene/domain'
import { describe, expect, test } from 'vitest'
import { readShell } from './read-shell.ts'

async function verdict(line: string): Promise<string> {
  const { resources } = await readShell(line, { folder: '/srv/project', home: '/home/ada' })
  return judgeAll(resources, [{ layer: 'user', rules: { '*': 'allow' } }]).action
}

describe('built-in safety', () => {
  test.each([
    'rm -rf /',
    'rm -fr /',
    'rm -r -f /',
    'rm --recursive --force /',
    'rm --recur /',
    'rm -rf --no-preserve-root /',
    'rm -rf /*',
    'rm -rf //',
    'rm -rf /.',
    'rm -rf /../',
    'rm -rf ~',
    'rm -rf ~/',
    'rm -rf ~/*',
    'rm -rf $HOME',
    'rm -rf "$HOME"',
    'rm -rf ${HOME}/*',
    'rm -rf /etc',
    'rm -rf /usr/*',
    'rm -rf ../..',
    'cd / && rm -rf *',
    'cd /; rm -rf .',
    'cd -P -- / && rm -rf ./*',
    'command cd / && rm -rf *',
    'bash -c "cd / && rm -rf *"',
    'cd .. && cd .. && rm -rf *',
    'env -C / rm -rf *',
    'pushd ~; rm -rf *',
    'sudo rm -rf /',
    'env -i /bin/rm -rf /',
    'bash -c "rm -rf /"',
    'echo "rm -rf /" | sh',
    'xargs rm -rf /',
    'find / -delete',
    'find / -exec rm -rf / \\;',
    '{rm,-rf,/}',
    'r$x"m" -rf /',
    "$'\\x72m' -rf /",
    ':(){ :|:& };:',
    'bomb() { bomb | bomb & }; bomb',
    'f() { g & }; g() { f; }; f',
    'function f { f & f; }; f',
    'dd if=/dev/zero of=/dev/sda',
    'dd of=/dev/nvme0n1 if=x',
    'cat x > /dev/sda',
    'echo x | tee /dev/sda1',
    'cp x /dev/sdb',
    'mkfs.ext4 /dev/sda1',
    'mkfs /dev/sda1',
    'wipefs -a /dev/sda',
    'shred /dev/sda',
    'chmod -R 777 /',
    'chmod 777 -R /*',
    'chown -R me /',
    'echo x > /etc/passwd',
    'echo x >> /etc/shadow',
    'tee -a /etc/sudoers',
    'cp x /etc/passwd',
    'sed -i s/x/y/ /etc/passwd',
    'cd /etc && echo x > passwd',
    'echo x > ../../etc/passwd',
    'echo c > /proc/sysrq-trigger',
    'echo x > /proc/sys/kernel/core_pattern',
    'mv / /x',
  ])('denies %j even if everything is allowed', async (line) => {
    expect(await verdict(line)).toBe('deny')
  })

  test.each([
    'rm -rf node_modules',
    'rm -rf ./build/*',
    'rm -r /srv/project/dist',
    'chmod -R 755 dist',
    'dd if=a of=b',
    'f() { ls | wc; }; f',
    'find . -name passwd',
    'cat /etc/passwd',
    'echo "rm -rf /"',
    'git commit -m "rm -rf / is bad"',
    'mkdir /tmp/x',
  ])('does not object to %j', async (line) => {
    expect(await verdict(line)).toBe('allow')
  })
})
