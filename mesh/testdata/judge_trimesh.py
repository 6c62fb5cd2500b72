"""What trimesh reads and writes, for TestTrimesh.

judge_trimesh.py write DIR: a named assembly in each format that trimesh writes, and its triangles as NAME.json.
judge_trimesh.py read FILE...: for each file a line of JSON, the triangles of each part by name.
"""
import json
import os
import sys

import numpy as np
import trimesh


def dump(scene):
    """The triangles of each part, in the frame of the scene."""
    if isinstance(scene, trimesh.Trimesh):
        return {"": scene.triangles.tolist()}
    out = {}
    for node in scene.graph.nodes_geometry:
        transform, name = scene.graph[node]
        mesh = scene.geometry[name].copy()
        mesh.apply_transform(transform)
        out[node] = mesh.triangles.tolist()
    return out


def assembly():
    box = trimesh.creation.box(extents=[1, 2, 3])
    ball = trimesh.creation.icosphere(subdivisions=2, radius=0.75)
    ball.apply_translation([5, 0, 0])
    rod = trimesh.creation.cylinder(radius=0.25, height=4, sections=12)
    scene = trimesh.Scene()
    turn = trimesh.transformations.rotation_matrix(0.5, [0.6, 0, 0.8], [1, 2, 3])
    scene.add_geometry(box, node_name="box", geom_name="box")
    scene.add_geometry(ball, node_name="ball", geom_name="ball")
    scene.add_geometry(rod, node_name="rod", geom_name="rod", transform=turn)
    scene.add_geometry(rod, node_name="second rod", geom_name="rod", transform=turn @ turn)
    return scene, ball


def write(folder):
    scene, ball = assembly()
    flat = scene.to_mesh()

    def put(name, data, truth):
        with open(os.path.join(folder, name), "wb") as f:
            f.write(data if isinstance(data, bytes) else data.encode())
        with open(os.path.join(folder, name + ".json"), "w") as f:
            json.dump(truth, f)

    put("binary.stl", ball.export(file_type="stl"), dump(ball))
    put("ascii.stl", ball.export(file_type="stl_ascii"), dump(ball))
    put("ball.obj", ball.export(file_type="obj"), dump(ball))
    put("scene.obj", scene.export(file_type="obj"), dump(scene))
    put("little.ply", flat.export(file_type="ply"), dump(flat))
    put("ascii.ply", flat.export(file_type="ply", encoding="ascii"), dump(flat))
    put("flat.off", flat.export(file_type="off"), dump(flat))
    put("scene.glb", scene.export(file_type="glb"), dump(scene))
    files = trimesh.exchange.gltf.export_gltf(scene)
    for name, data in files.items():
        if name == "model.gltf":
            put("scene.gltf", data, dump(scene))
        else:
            with open(os.path.join(folder, name), "wb") as f:
                f.write(data)
    embedded = trimesh.exchange.gltf.export_gltf(scene, embed_buffers=True)
    put("embedded.gltf", embedded["model.gltf"], dump(scene))
    put("scene.3mf", scene.export(file_type="3mf"), dump(scene))


def read(paths):
    for path in paths:
        more = {"split_objects": True, "group_material": False} if path.endswith(".obj") else {}
        scene = trimesh.load_scene(path, process=False, **more)
        parts = dump(scene)
        print(json.dumps({"unit": scene.units, "parts": parts}))


if sys.argv[1] == "write":
    write(sys.argv[2])
else:
    read(sys.argv[2:])
