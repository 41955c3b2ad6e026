import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { reservedPort } from './reserved-port.ts'

test('ports are different, free, and outside the range that systems choose from', async () => {
  const ports = await Promise.all(Array.from({ length: 50 }, reservedPort))
  expect(new Set(ports).size).toBe(50)
  expect(ports.every((port) => port >= 20_000 && port < 32_768)).toBe(true)
  const server = createServer()
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(ports[0], '127.0.0.1', resolve))
  await new Promise((resolve) => server.close(resolve))
})
