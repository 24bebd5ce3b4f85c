/** The installed package has JavaScript, a checkout has TypeScript. */
const isPackage = import.meta.filename.endsWith('.js')

/** A package that is installed into a folder is called by npx, because its command is not in the PATH. */
const program = process.env.npm_command === 'exec' ? 'npx guidon' : 'guidon'

/** How people call the commands: by npm in a checkout, by its own name in the installed package. */
export const commandNames = isPackage
  ? { start: `${program} start`, event: program, organise: `${program} organise` }
  : { start: 'npm start --', event: 'npm run event --', organise: 'npm run organise --' }
