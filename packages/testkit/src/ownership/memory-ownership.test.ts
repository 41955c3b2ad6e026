import { describeOwnership } from './describe-ownership.ts'
import { memoryOwners, memoryOwnership } from './memory-ownership.ts'

await describeOwnership('memory', async () => {
  const owners = memoryOwners()
  const mine = memoryOwnership(owners)
  return { mine, theirs: memoryOwnership(owners), kill: async () => mine.die(), close: async () => {} }
})
