/** A build step: writes the built files in brotli and gzip beside them, for the server to send as they are. */
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Plugin } from "vite";

/** Smaller files fit into one packet either way. Fonts are compressed already. */
const SMALLEST = 600;
const WORTH = /\.(js|css|svg|json)$/;

const CODINGS = {
  br: (content: Buffer) =>
    promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }),
  gz: (content: Buffer) => promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
};

/** Compress the files that carry a fingerprint: the others may be replaced one by one under a running server. */
export function compress(): Plugin {
  let folder = "";
  return {
    name: "compress",
    apply: "build",
    configResolved: ({ root, build }) => void (folder = join(root, build.outDir, build.assetsDir)),
    closeBundle: async () => {
      const names = (await readdir(folder)).filter((name) => WORTH.test(name));
      await Promise.all(names.map((name) => compressFile(join(folder, name))));
    },
  };
}

async function compressFile(path: string): Promise<void> {
  const content = await readFile(path);
  if (content.length < SMALLEST) return;
  for (const [suffix, pack] of Object.entries(CODINGS)) {
    const packed = await pack(content);
    if (packed.length < content.length) await writeFile(`${path}.${suffix}`, packed);
  }
}
