// Checks what no linter checks: sizes of folders and files, which folders of views import which, words, names in
// documents, casts, spreads, texts that no catalogue gets, exports that nobody imports, and that every machine is drawn.
// A part of `npm run lint`.
import { castProblems } from './structure/casts.ts'
import { documentProblems } from './structure/documents.ts'
import { exportProblems } from './structure/exports.ts'
import { folderProblems } from './structure/folders.ts'
import { machineProblems } from './structure/machines.ts'
import { pathProblems } from './structure/paths.ts'
import { roomProblems } from './structure/rooms.ts'
import { sizeProblems } from './structure/sizes.ts'
import { spreadProblems } from './structure/spreads.ts'
import { textProblems } from './structure/texts.ts'
import { wordProblems } from './structure/words.ts'

const problems = [
  ...folderProblems(),
  ...roomProblems(),
  ...sizeProblems(),
  ...wordProblems(),
  ...pathProblems(),
  ...textProblems(),
  ...castProblems(),
  ...spreadProblems(),
  ...exportProblems(),
  ...documentProblems(),
  ...machineProblems(),
]
for (const problem of problems) console.error(problem)
process.exitCode = problems.length > 0 ? 1 : 0
