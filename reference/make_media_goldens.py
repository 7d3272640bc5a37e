"""Goldens of module media: decoded pixels and the inputs of the four vision towers.

    python reference/make_media_goldens.py media/src/test/resources/golden

Decoded pixels come from Pillow. Tower inputs are made with Pillow's resize and numpy in the way the
specification words it; where a Pillow-backed processor of Hugging Face transformers does the same,
the script stops unless both agree. Files hold checksums and a few samples, not whole arrays.

Pillow 13 filters the height first when it shrinks more than the width; the specification, and every
Pillow that the published models were made with, filters the width first. The results differ by up to
20 levels, so both passes are asked for one by one here, which gives the same bytes with any Pillow.
"""

import struct
import sys
import zlib
from io import BytesIO
from pathlib import Path

import numpy as np
from PIL import Image
from transformers.models.clip.image_processing_pil_clip import CLIPImageProcessorPil
from transformers.models.got_ocr2.image_processing_pil_got_ocr2 import GotOcr2ImageProcessorPil
from transformers.models.idefics3.image_processing_pil_idefics3 import Idefics3ImageProcessorPil
from transformers.models.llava.image_processing_pil_llava import LlavaImageProcessorPil
from transformers.models.llava_onevision.image_processing_pil_llava_onevision import LlavaOnevisionImageProcessorPil
from transformers.models.llava_next.image_processing_pil_llava_next import LlavaNextImageProcessorPil
from transformers.models.qwen2_vl.image_processing_pil_qwen2_vl import Qwen2VLImageProcessorPil
from transformers.models.siglip.image_processing_pil_siglip import SiglipImageProcessorPil

CLIP_MEAN = np.array([0.48145466, 0.4578275, 0.40821073], np.float32)
CLIP_STD = np.array([0.26862954, 0.26130258, 0.27577711], np.float32)
HALF = np.array([0.5, 0.5, 0.5], np.float32)
PINPOINTS = [(336, 672), (672, 336), (672, 672), (1008, 336), (336, 1008)]
SIZES = [(97, 61), (61, 97), (333, 500), (640, 427), (100, 122), (300, 1000), (211, 30), (336, 336), (7, 5)]


def drawn(width, height, shift=0):
    """The picture of the Java test PreprocessorGoldenTest, by formula."""
    y, x = np.mgrid[0:height, 0:width].astype(np.int64)
    channels = [(37 * x * x + 91 * y + 13 * x * y + 71 * c + 29 * shift) % 256 for c in range(3)]
    smooth = [(x * 255 // width + c * y * 127 // height + shift) % 256 for c in range(3)]
    rough = np.stack(channels, -1)
    picture = np.where((x // 16 + y // 16)[..., None] % 2 == 0, rough, np.stack(smooth, -1))
    return Image.fromarray(picture.astype(np.uint8))


one_call_resize = Image.Image.resize


def width_first(image, size, resample=None, box=None, reducing_gap=None):
    wide = one_call_resize(image, (size[0], image.height), resample, box, reducing_gap)
    return one_call_resize(wide, tuple(size), resample)


def bicubic(image, width, height):
    return image.resize((width, height), Image.Resampling.BICUBIC)


def normal(image, mean, std):
    v = (np.asarray(image).astype(np.float64) * 0.00392156862745098).astype(np.float32)
    return np.ascontiguousarray(((v - mean) / std).transpose(2, 0, 1))


def llava_pad(image):
    side = max(image.size)
    square = Image.new("RGB", (side, side), (122, 116, 104))
    square.paste(image, ((side - image.width) // 2, (side - image.height) // 2))
    return normal(bicubic(square, 336, 336), CLIP_MEAN, CLIP_STD)


def best_canvas(width, height, canvases):
    best, best_shown, best_waste = None, 0, float("inf")
    for w, h in canvases:
        scale = min(w / width, h / height)
        shown = min(int(width * scale) * int(height * scale), width * height)
        waste = w * h - shown
        if shown > best_shown or (shown == best_shown and waste < best_waste):
            best, best_shown, best_waste = (w, h), shown, waste
    return best


def next_views(image, canvases):
    w, h = best_canvas(*image.size, canvases)
    scale_w, scale_h = w / image.width, h / image.height
    if scale_w < scale_h:
        nw, nh = w, min(int(np.ceil(image.height * scale_w)), h)
    else:
        nw, nh = min(int(np.ceil(image.width * scale_h)), w), h
    canvas = Image.new("RGB", (w, h))
    canvas.paste(bicubic(image, nw, nh), ((w - nw) // 2, (h - nh) // 2))
    views = [bicubic(image, 336, 336)]
    for top in range(0, h, 336):
        for left in range(0, w, 336):
            views.append(canvas.crop((left, top, left + 336, top + 336)))
    return np.stack([normal(v, CLIP_MEAN, CLIP_STD) for v in views])


def smart(height, width, low, high):
    hb, wb = round(height / 28) * 28, round(width / 28) * 28
    if hb * wb > high:
        b = np.sqrt(height * width / high)
        return max(28, int(np.floor(height / b / 28)) * 28), max(28, int(np.floor(width / b / 28)) * 28)
    if hb * wb < low:
        b = np.sqrt(low / (height * width))
        return int(np.ceil(height * b / 28)) * 28, int(np.ceil(width * b / 28)) * 28
    return hb, wb


def qwen_patches(frames, height, width):
    stack = np.stack([normal(bicubic(f, width, height), CLIP_MEAN, CLIP_STD) for f in frames])
    t, gh, gw = len(frames) // 2, height // 14, width // 14
    grid = stack.reshape(t, 2, 3, gh // 2, 2, 14, gw // 2, 2, 14)
    return np.ascontiguousarray(grid.transpose(0, 3, 6, 4, 7, 2, 1, 5, 8)).reshape(t * gh * gw, 1176)


def agree(name, ours, theirs):
    theirs = np.asarray(theirs, np.float32).reshape(ours.shape)
    if not np.array_equal(ours, theirs):
        sys.exit(f"{name}: transformers differs by up to {np.abs(ours - theirs).max()}")


def line(name, size, array):
    data = array.astype("<f4").tobytes()
    picks = [i * 2654435761 % array.size for i in range(1, 5)]
    values = [struct.unpack("<I", struct.pack("<f", array.reshape(-1)[i]))[0] for i in picks]
    shape = "x".join(map(str, array.shape))
    samples = ",".join(f"{i}:{v:08x}" for i, v in zip(picks, values))
    return f"{name}\t{size[0]}x{size[1]}\t{shape}\t{zlib.crc32(data):08x}\t{samples}"


def preprocessors():
    yield "# profile, image size (w x h), shape, CRC-32 of the little-endian floats, index:bits of samples"
    clip = CLIPImageProcessorPil(size={"shortest_edge": 336}, crop_size={"height": 336, "width": 336})
    pad = LlavaImageProcessorPil(do_pad=True, size={"shortest_edge": 336}, crop_size={"height": 336, "width": 336})
    nxt = LlavaNextImageProcessorPil(image_grid_pinpoints=[list(p) for p in PINPOINTS],
                                     size={"shortest_edge": 336}, crop_size={"height": 336, "width": 336})
    siglip = SiglipImageProcessorPil(size={"height": 384, "width": 384}, resample=3,
                                     image_mean=[0.5] * 3, image_std=[0.5] * 3)
    several = LlavaOnevisionImageProcessorPil(size={"height": 384, "width": 384}, image_mean=[0.5] * 3, image_std=[0.5] * 3)
    for size in SIZES:
        image = drawn(*size)
        padded = llava_pad(image)
        agree("llava-pad", padded, pad(image, return_tensors="np")["pixel_values"])
        yield line("llava-pad", size, padded)
        cropped = np.asarray(clip(image, return_tensors="np")["pixel_values"][0], np.float32)
        yield line("llava-crop", size, cropped)
        yield line("next-original", size, next_views(image, PINPOINTS))
        swapped = next_views(image, [(w, h) for h, w in PINPOINTS])
        agree("next-hf", swapped, nxt(image, return_tensors="np")["pixel_values"])
        yield line("next-hf", size, swapped)
        views = several([[image, drawn(*size, 1)]], return_tensors="np")["pixel_values"]
        yield line("onevision-several", size, np.asarray(views, np.float32)[:, 0])
        frames = [drawn(*size, shift) for shift in range(3)]
        video = np.stack([normal(bicubic(f, 384, 384), HALF, HALF) for f in frames])
        agree("video-384", video, siglip(frames, return_tensors="np")["pixel_values"])
        yield line("video-384", size, video)
        yield line("qwen-fixed", size, qwen_patches([image, image], 1008, 1008))
        for low, high in ((3136, 1003520), (200704, 1605632)):
            height, width = smart(size[1], size[0], low, high)
            patches = qwen_patches([image, image], height, width)
            processor = Qwen2VLImageProcessorPil(size={"shortest_edge": low, "longest_edge": high})
            agree(f"qwen-{low}", patches, processor(image, return_tensors="np")["pixel_values"])
            yield line(f"qwen-{low}", size, patches)
        height, width = smart(size[1], size[0], 3136, 1003520)
        processor = Qwen2VLImageProcessorPil(size={"shortest_edge": 65536, "longest_edge": 1327104}, patch_size=16,
                                             image_mean=[0.5] * 3, image_std=[0.5] * 3)
        yield line("qwen3", size, np.asarray(processor(image, return_tensors="np")["pixel_values"], np.float32))
        jpeg = BytesIO()
        image.save(jpeg, "JPEG", quality=85)
        lossy = Image.open(jpeg).convert("RGB")
        yield line("qwen-jpeg", size, qwen_patches([lossy, lossy], height, width))
        yield line("qwen-video", size, qwen_patches(frames + frames[-1:], height, width))


        for low, high in ((1, 12), (3, 6), (1, 1)):
            processor = GotOcr2ImageProcessorPil(size={"height": 56, "width": 56}, crop_to_patches=True, min_patches=low,
                                                 max_patches=high, image_mean=[0.5] * 3, image_std=[0.5] * 3)
            views = np.stack(processor(image, return_tensors="np")["pixel_values"])
            yield line(f"internvl-{low}-{high}", size, views)
        for edge, tile in ((224, 56), (150, 64), (40, 48)):
            for split in (True, False):
                processor = Idefics3ImageProcessorPil(size={"longest_edge": edge}, max_image_size={"longest_edge": tile},
                                                      do_image_splitting=split, image_mean=[0.5] * 3, image_std=[0.5] * 3)
                views = processor(image, return_tensors="np")["pixel_values"][0]
                yield line(f"idefics3-{edge}-{tile}-{'split' if split else 'whole'}", size, views)


def decoded(folder):
    yield "# file, width, height, CRC-32 of the RGB bytes with alpha dropped, and laid over white"
    for path in sorted(folder.iterdir()):
        if path.suffix == ".tsv":
            continue
        image = Image.open(path)
        plain = image.convert("RGB").tobytes()
        rgba = image.convert("RGBA")
        white = Image.new("RGB", image.size, (255, 255, 255))
        white.paste(rgba, mask=rgba.getchannel("A"))
        yield f"{path.name}\t{image.width}\t{image.height}\t{zlib.crc32(plain):08x}\t{zlib.crc32(white.tobytes()):08x}"


def pictures(folder):
    width, height = 41, 29
    y, x = np.mgrid[0:height, 0:width]
    smooth = np.stack([x * 255 // width, y * 255 // height, (x + y) * 255 // (width + height)], -1).astype(np.uint8)
    alpha = ((x * 5 + y * 11) % 256).astype(np.uint8)
    rough = drawn(width, height)
    soft = Image.fromarray(smooth)
    clear = Image.fromarray(np.dstack([np.asarray(rough), alpha]))
    veil = Image.fromarray(np.dstack([smooth, alpha]))
    noise = np.random.default_rng(1).integers(0, 256, (height, width), dtype=np.uint8)
    static = Image.fromarray(np.dstack([smooth, noise]))

    def save(name, image, **options):
        image.save(folder / name, **options)

    save("rgb.png", rough)
    save("rgba.png", clear)
    save("grey.png", rough.convert("L"))
    save("grey-alpha.png", clear.convert("LA"))
    save("bits1.png", rough.convert("1"))
    save("palette.png", rough.quantize(37))
    save("palette4.png", rough.quantize(11))
    save("palette-alpha.png", rough.quantize(200), transparency=bytes(range(0, 200)))
    save("rgb-key.png", rough, transparency=tuple(int(v) for v in np.asarray(rough)[3, 4]))
    save("grey-key.png", rough.convert("L"), transparency=77)
    for sampling in (0, 1, 2):
        for progressive in (False, True):
            kind = "progressive" if progressive else "baseline"
            save(f"{kind}-{sampling}.jpg", soft, quality=85, subsampling=sampling, progressive=progressive)
    save("rough.jpg", rough, quality=60)
    save("grey.jpg", soft.convert("L"), quality=90)
    save("rgb.jpg", soft, quality=90, keep_rgb=True)
    exif = Image.Exif()
    exif[0x112] = 6
    save("rotated.jpg", soft, quality=90, exif=exif.tobytes())
    channels = [smooth[..., 0], smooth[..., 1], smooth[..., 2], alpha // 3]
    inks = Image.merge("CMYK", [Image.fromarray(c) for c in channels])
    save("cmyk.jpg", inks, quality=90)
    save("cmyk-progressive.jpg", inks, quality=90, progressive=True)
    save("lossless.webp", rough, lossless=True)
    save("lossless-alpha.webp", clear, lossless=True, exact=True)
    save("lossy.webp", soft, quality=80)
    save("lossy-rough.webp", rough, quality=60)
    save("lossy-odd.webp", rough.crop((0, 0, 17, 1)), quality=60)
    save("lossy-alpha.webp", veil, quality=80)
    save("lossy-alpha-raw.webp", static, quality=80)
    save("lossy-alpha-few.webp", static, quality=80, alpha_quality=30)
    save("animated.webp", rough, save_all=True, append_images=[soft], lossless=True)
    save("plain.gif", rough.quantize(50))
    save("interlaced-key.gif", rough.quantize(50), interlace=1, transparency=5)
    save("animated.gif", rough.quantize(50), save_all=True, append_images=[soft.quantize(20)])
    save("two.gif", rough.convert("1"))
    for mode in ("RGB", "L", "1"):
        save(f"{mode.lower()}.bmp", rough.convert(mode))
    save("palette.bmp", rough.quantize(11))
    save("rgba.bmp", clear)


def main():
    folder = Path(sys.argv[1])
    Image.Image.resize = width_first  # also inside the processors that the results are compared with
    pictures(folder / "decode")
    for name, lines in (("decode/decode.tsv", decoded(folder / "decode")), ("preprocess.tsv", preprocessors())):
        (folder / name).write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
